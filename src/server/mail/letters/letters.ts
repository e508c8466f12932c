import { hash } from 'node:crypto'
import type { LetterFinding } from '../../../copy/check-letter-text.ts'
import type { Form } from '../../../forms/form.ts'
import { lists } from '../../../forms/index.ts'
import type { Clock } from '../../clock.ts'
import type { MailConfig } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import { endSignUp } from '../../leads/lists/consent.ts'
import { type Audience, countRecipients } from '../../leads/lists/sign-ups.ts'
import { isClockDoubted } from '../../leads/retention/known-time.ts'
import { logError } from '../../log.ts'
import type { Objections } from '../../people/objections.ts'
import { repeat } from '../../repeat.ts'
import type { MailPicture } from '../mail.ts'
import type { Trial } from '../trial.ts'
import { bodyOf, createLetterDrafts, type DraftWords, fileOf, hasWords, isPhoto, type LetterFile } from './drafts.ts'
import { fixLetter } from './fix-letter.ts'
import { letterMail } from './letter-mail.ts'
import {
  countLetters,
  findLetter,
  insertLetter,
  letterOfDraft,
  letterSummaries,
  lettersBefore,
  picturesOf,
  stopLetter,
  storedLetter,
  unreachedBy,
} from './letter-rows.ts'
import { describedPictures } from './pictures/site-pictures.ts'

interface Surroundings {
  db: Database
  clock: Clock
  objections: Objections
  /** Undefined if no SMTP server is configured. */
  mail: MailConfig | undefined
  siteUrl: string
  /** Folder of the built site. */
  client: string
}

const OBJECTIONS_UNKNOWN: LetterFinding = {
  line: 1,
  what: 'La clé des empreintes n’est pas celle de la base : personne ne sait qui s’est opposé.',
  mend: 'Remettez la clé gardée avec une sauvegarde ; l’état de la maison le dit.',
}
/** Subject prefix of a test. */
const TRIAL = '[Essai] '

/** A typeset letter, as far as its draft stores it. */
type Typeset = { subject: string; source: string }
/** Result of `send`. */
type Sending =
  /** Nothing is sent until the errors are fixed. */
  | { done: 'refused'; findings: LetterFinding[] }
  /** No address of the list may get it. */
  | { done: 'nobody' }
  /** The id of the letter. `before`: this text was already sent to this list, and nothing new is sent. */
  | { done: 'queued' | 'before'; id: number }
export type Letters = ReturnType<typeof createLetters>
/** A sent letter with its texts. */
export type SentLetter = NonNullable<ReturnType<Letters['show']>>

/**
 * Operations on letters to the lists, shared by command and desk; arguments and results are plain data. The modules
 * for typesetting are loaded when first needed.
 */
export function createLetters({ db, clock, objections, mail, siteUrl, client }: Surroundings) {
  const set = async (file: LetterFile) => {
    const letter = await (await import('./typeset.ts')).typesetLetter(file, siteUrl, client)
    return objections.isReadable() ? letter : { ...letter, findings: [...letter.findings, OBJECTIONS_UNKNOWN] }
  }
  const drafts = createLetterDrafts(db, clock)
  const audienceOf = ({ list, firstReaders, restOf }: LetterFile): Audience => ({
    except: lettersBefore(db, listNamed(list), restOf),
    firstReaders,
  })
  /** Returns a letter's file, typeset before, as its draft stores it. */
  const asDraft = ({ list, firstReaders, restOf }: LetterFile, { subject, source }: Typeset): DraftWords => ({
    list,
    subject,
    text: bodyOf(source),
    firstReaders,
    restOf,
  })
  /**
   * Returns the id of the same letter to the same readers, which a scheduled file sent as its draft. Each wave of a
   * notice counts as a different letter.
   */
  const sentBefore = (file: LetterFile, typeset: Typeset) =>
    findLetter(db, file.list, digestOf(file)) ?? findLetter(db, file.list, digestOf(fileOf(asDraft(file, typeset))))
  const digestOf = ({ list, text, firstReaders, restOf }: LetterFile) =>
    digest(text, firstReaders ? `vague ${countLetters(db, list) + 1}` : restOf ? `suite de ${restOf}` : '')

  return {
    /** Names of the lists to which letters can be sent. */
    lists: lists.map(({ name }): string => name),
    /** Checks a letter, counts its recipients and returns the preview. */
    async check(file: LetterFile) {
      const { list } = file
      const typeset = await set(file)
      const { pictures, replyTo: _, source: __, ...letter } = typeset
      const sentAs = sentBefore(file, typeset)
      const audience = audienceOf(file)
      const recipients = countRecipients(db, listNamed(list), objections, audience)
      const all = countRecipients(db, listNamed(list), objections, { ...audience, firstReaders: null })
      return {
        ...letter,
        list,
        /** A complete document with pictures as data: URLs, so that it needs no other file. */
        html: withPictures(letter.html, pictures),
        /** Number of recipients. */
        recipients,
        /** Number of further people who remain on the waiting list if the notice is only for the first ones. */
        staying: all - recipients,
        /** Id of the letter with which this text was already sent to this list. */
        sentAs,
        /** Another draft with this text to this list that is scheduled. */
        planned: drafts
          .all()
          .find(({ id, sendsAt, ...draft }) => id !== file.draft && sendsAt && hasWords(draft, asDraft(file, typeset))),
      }
    },
    /**
     * Sends the letter to one address immediately and stores nothing; undefined if no SMTP server is configured. A
     * letter with findings is sent too, so that its author can see them.
     */
    async test(file: LetterFile, address: string): Promise<Trial | undefined> {
      if (!mail) return undefined
      const { pictures, replyTo, ...letter } = await set(file)
      const { trySending } = await import('../trial.ts')
      const written = letterMail(letter, pictures, { siteUrl, list: file.list, replyTo })
      return trySending(mail, address, { ...written, subject: TRIAL + written.subject })
    },
    /** Stores the letter for every confirmed address of its list; the running site sends it. */
    async send(file: LetterFile): Promise<Sending> {
      const { list, firstReaders, restOf, draft } = file
      const form = listNamed(list)
      const typeset = await set(file)
      const before = sentBefore(file, typeset)
      if (before !== undefined) return { done: 'before', id: before }
      const { findings, advice: _, replyTo: __, ...written } = typeset
      if (findings.length > 0) return { done: 'refused', findings }
      const recipients = countRecipients(db, form, objections, audienceOf(file))
      if (recipients === 0) return { done: 'nobody' }
      const letter = { ...written, list, digest: digestOf(file), recipients, firstReaders, restOf, draft }
      return insertLetter(db, clock, letter)
    },
    /** All letters, newest first. */
    list: () => letterSummaries(db),
    /** Returns a letter with its texts, with the HTML as `check` returns it. */
    show(id: number) {
      const letter = storedLetter(db, id)
      return letter && { ...letter, html: withPictures(letter.html, picturesOf(db, id)) }
    },
    /** Stops a letter. Returns false if it is unknown or nothing was left to stop. */
    stop: (id: number) => stopLetter(db, clock, id),
    /** Pictures of a letter. */
    pictures: (id: number) => picturesOf(db, id),
    /** Recipients whom a letter did not reach, with the error of the mail server. */
    unreached: (id: number) => unreachedBy(db, id),
    /** Unsubscribes a recipient whom a letter did not reach; returns false for anyone else. */
    takeOff(id: number, reference: string): boolean {
      if (!unreachedBy(db, id).some((one) => one.reference === reference)) return false
      db.transaction(() => endSignUp(db, reference, clock().toISOString())).immediate()
      return true
    },
    /** Id of the letter sent from a draft; undefined if it was not sent. */
    sentFrom: (draft: number) => letterOfDraft(db, draft),
    /** Descriptions of the site's pictures by name. */
    sitePictures: describedPictures,
    /** Thumbnail of a picture of the site, for the picture chooser; undefined for an unknown name. */
    thumbnail: async (name: string) => (await import('./pictures/jpeg.ts')).thumbnailOf(name),
    /** Resizes a photo and adds it to a draft. Returns its name, or a French sentence on why it cannot be used. */
    async addPhoto(draft: number, bytes: Uint8Array): Promise<{ name: string } | { problem: string }> {
      const { PhotoError, preparePhoto } = await import('./pictures/jpeg.ts')
      try {
        return { name: drafts.addPicture(draft, await preparePhoto(bytes)) }
      } catch (error) {
        if (error instanceof PhotoError) return { problem: error.message }
        throw error
      }
    },
    /**
     * Stores a letter as a draft scheduled at an instant (UTC ISO text), with the photos next to its file. Returns
     * the id of the draft.
     */
    async keepForLater(file: LetterFile, at: string): Promise<number> {
      const typeset = await set(file)
      const keep = db.transaction(() => {
        const { id } = drafts.create(asDraft(file, typeset), null)
        for (const { name, jpeg } of typeset.pictures.filter(isPhoto)) drafts.keepPicture(id, name, jpeg)
        drafts.schedule(id, at)
        return id
      })
      return keep.immediate()
    },
    drafts,
    /**
     * Sends the drafts that are due. Keeps those that cannot be sent, without schedule and with the reason. The same
     * if the clock may be wrong or the site was down for long, because a sent letter cannot be recalled.
     */
    async sendDue(): Promise<void> {
      for (const due of drafts.due()) {
        if (isClockDoubted(db, clock())) {
          drafts.hold(
            due.id,
            'Le serveur a été arrêté longtemps, ou son horloge est fausse : relisez cette lettre et fixez de nouveau son heure.',
          )
          continue
        }
        const sending = await this.send(drafts.toFile(due))
        if (sending.done === 'before') drafts.remove(due.id)
        if (sending.done === 'nobody') drafts.hold(due.id, 'Personne n’était inscrit et confirmé : rien n’est parti.')
        if (sending.done === 'refused')
          drafts.hold(due.id, sending.findings.map(({ what, mend }) => `${what} ${mend}`).join(' '))
      }
    },
  }
}

/** Returns the form of a list. Throws for other forms. */
function listNamed(name: string): Form {
  const form = lists.find((list) => list.name === name)
  if (!form) throw new Error(`${name} is no list for letters.`)
  return form
}

/** Identifies a text; typographic fixes make no difference. @param part identifies a subset of the readers */
function digest(text: string, part: string): string {
  return hash('sha256', fixLetter(text).trim() + part, 'hex')
}

/** Embeds the pictures of a letter into its HTML, for a preview without a mail program. */
export function withPictures(html: string, pictures: readonly MailPicture[]): string {
  return html.replace(/"cid:([^"]+)"/g, (place, name: string) => {
    const picture = pictures.find((each) => each.name === name)
    return picture ? `"data:image/jpeg;base64,${Buffer.from(picture.jpeg).toString('base64')}"` : place
  })
}

/** Interval of checking for due drafts, in milliseconds. */
const LOOK_MS = 20_000

/** Sends scheduled letters when due, while the site runs. Returns a function that stops it. */
export function startScheduledLetters(letters: Letters): () => void {
  return repeat(async () => {
    await letters.sendDue().catch((error: unknown) => logError('scheduled letters', error))
    return LOOK_MS
  })
}
