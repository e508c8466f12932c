import { hash } from 'node:crypto'
import type { Form } from '../../forms/form.ts'
import { formNamed, lists } from '../../forms/index.ts'
import type { Clock } from '../clock.ts'
import type { MailConfig } from '../config.ts'
import type { Database } from '../database/database.ts'
import { endSignUp } from '../leads/lists/consent.ts'
import { type Audience, countRecipients } from '../leads/lists/sign-ups.ts'
import { isClockDoubted } from '../leads/retention/known-time.ts'
import type { Trial } from '../messages/trial.ts'
import type { Objections } from '../people/objections.ts'
import { bodyOf, createDrafts, isPhoto, toDraft } from './drafts.ts'
import { letterMail } from './letter-mail.ts'
import { withPictures } from './letter-preview.ts'
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
import { mendLetter } from './mend-letter.ts'
import { describedPictures } from './pictures/site-pictures.ts'
import type { LetterDraft, LetterFinding, Sending } from './types.ts'

interface Surroundings {
  db: Database
  clock: Clock
  objections: Objections
  /** How e-mail goes; undefined where none is sent. */
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
/** Before the subject of a trial. */
const TRIAL = '[Essai] '

export type Letters = ReturnType<typeof createLetters>
/** A letter that was sent, with its texts. */
export type SentLetter = NonNullable<ReturnType<Letters['show']>>

/**
 * The verbs of letters to the lists. Command and desk call the same ones; arguments and results are plain data. What they
 * need to set a text is loaded at the first letter.
 */
export function createLetters({ db, clock, objections, mail, siteUrl, client }: Surroundings) {
  const set = async (draft: LetterDraft) => {
    const letter = await (await import('./typeset.ts')).typesetLetter(draft, siteUrl, client)
    return objections.areKnown() ? letter : { ...letter, findings: [...letter.findings, OBJECTIONS_UNKNOWN] }
  }
  const drafts = createDrafts(db, clock)
  const summaryOf = (id = 0) => {
    const letter = storedLetter(db, id)
    if (!letter) throw new Error('A letter that was just stored is not there.')
    return letter
  }
  const audienceOf = ({ list, firstReaders = null, restOf = null }: LetterDraft): Audience => ({
    except: lettersBefore(db, listNamed(list), restOf),
    firstReaders,
  })
  /** The number of the same letter to the same readers. Each wave of a notice is one of its own. */
  const sentBefore = (draft: LetterDraft) => findLetter(db, draft.list, digestOf(draft))
  const digestOf = ({ list, text, firstReaders, restOf }: LetterDraft) =>
    digest(text, firstReaders ? `vague ${countLetters(db, list) + 1}` : restOf ? `suite de ${restOf}` : '')

  return {
    /** Names of the lists that letters can go to. */
    lists: lists.map(({ name }): string => name),
    /** Reads a draft, counts its recipients and shows it as it would arrive. */
    async check(draft: LetterDraft) {
      const { list } = draft
      const { pictures, replyTo: _, source: __, ...letter } = await set(draft)
      const sentAs = sentBefore(draft)
      const audience = audienceOf(draft)
      const recipients = countRecipients(db, listNamed(list), objections, audience)
      const all = countRecipients(db, listNamed(list), objections, { ...audience, firstReaders: null })
      return {
        ...letter,
        list,
        /** A whole document; its pictures are data: addresses, so that it can be shown by itself. */
        html: withPictures(letter.html, pictures),
        /** How many addresses would get it. */
        recipients,
        /** How many more are waiting for it, and stay: of the waiting list, where it is for the first ones alone. */
        staying: all - recipients,
        /** The number under which the same text has been sent to this list already. */
        sentAs,
      }
    },
    /**
     * Sends the letter to one address, at once and without noting it anywhere; undefined where e-mail is not configured.
     * A letter with findings is sent too, so that they can be looked at.
     */
    async test(draft: LetterDraft, address: string): Promise<Trial | undefined> {
      if (!mail) return undefined
      const { pictures, replyTo, ...letter } = await set(draft)
      const { trySending } = await import('../messages/trial.ts')
      const written = letterMail(letter, pictures, { siteUrl, list: draft.list, replyTo })
      return trySending(mail, address, { ...written, subject: TRIAL + written.subject })
    },
    /** Hands the letter to the outbox, for every confirmed address of its list; the running site sends it. */
    async send(draft: LetterDraft): Promise<Sending> {
      const { list, firstReaders = null, restOf = null } = draft
      const form = listNamed(list)
      const before = sentBefore(draft)
      if (before !== undefined) return { done: 'before', letter: summaryOf(before) }
      const { findings, advice: _, replyTo: __, ...written } = await set(draft)
      if (findings.length > 0) return { done: 'refused', findings }
      const recipients = countRecipients(db, form, objections, audienceOf(draft))
      if (recipients === 0) return { done: 'nobody' }
      const digest = digestOf(draft)
      const letter = { ...written, list, digest, recipients, firstReaders, restOf, draft: draft.draft }
      const id = insertLetter(db, clock, letter)
      return { done: id === undefined ? 'before' : 'queued', letter: summaryOf(findLetter(db, list, digest)) }
    },
    /** Every letter, the newest first. */
    list: () => letterSummaries(db),
    /** One letter with its texts, its HTML as `check` gives it. */
    show(id: number) {
      const letter = storedLetter(db, id)
      return letter && { ...letter, html: withPictures(letter.html, picturesOf(db, id)) }
    },
    /** Ends what has not gone. False when there is no such letter or nothing is left to stop. */
    stop: (id: number) => stopLetter(db, clock, id),
    /** The pictures that a letter carries. */
    pictures: (id: number) => picturesOf(db, id),
    /** Whom a letter could not reach, with what the mail server said. */
    unreached: (id: number) => unreachedBy(db, id),
    /** Takes somebody whom a letter could not reach off its list; false where there is no such person. */
    takeOff(id: number, reference: string): boolean {
      const form = formNamed(storedLetter(db, id)?.list ?? '')
      if (!form || !unreachedBy(db, id).some((one) => one.reference === reference)) return false
      db.transaction(() => endSignUp(db, form, reference, clock().toISOString())).immediate()
      return true
    },
    /** The number of the letter that a draft became; undefined where it became none. */
    sentFrom: (draft: number) => letterOfDraft(db, draft),
    /** Descriptions of the site's pictures, by the names that letters call them by. */
    sitePictures: describedPictures,
    /** A picture of the site, small, for choosing it; undefined for a name that none has. */
    thumbnail: async (name: string) => (await import('./pictures/jpeg.ts')).thumbnailOf(name),
    /** Keeps a photograph with a draft, cut to size; gives its name, or a French sentence that says why it cannot be used. */
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
     * Keeps a letter as a draft that goes at an instant, UTC ISO text, with the photographs that lie beside its file. Gives
     * the number of the draft.
     */
    async keepForLater(draft: LetterDraft, at: string): Promise<number> {
      const { list, firstReaders = null, restOf = null } = draft
      const { subject, source, pictures } = await set(draft)
      const keep = db.transaction(() => {
        const { id } = drafts.create({ list, subject, text: bodyOf(source), firstReaders, restOf }, null)
        for (const { name, jpeg } of pictures.filter(isPhoto)) drafts.keepPicture(id, name, jpeg)
        drafts.schedule(id, at)
        return id
      })
      return keep.immediate()
    },
    /** The letters that are being written. */
    drafts,
    /**
     * Sends the drafts whose hour has come; one that cannot be sent is kept, without its hour and with the reason. So is one
     * that a clock calls due which may be wrong, or after a time in which the site was off: what is sent does not come back.
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
        const sending = await this.send(toDraft(due, drafts.pictures(due.id)))
        if (sending.done === 'before') drafts.remove(due.id)
        if (sending.done === 'nobody') drafts.hold(due.id, 'Personne n’était inscrit et confirmé : rien n’est parti.')
        if (sending.done === 'refused')
          drafts.hold(due.id, sending.findings.map(({ what, mend }) => `${what} ${mend}`).join(' '))
      }
    },
  }
}

/** The list of that name. Throws for any other form. */
function listNamed(name: string): Form {
  const form = lists.find((list) => list.name === name)
  if (!form) throw new Error(`No letter goes to ${name}.`)
  return form
}

/** Tells one text from another; what is mended in both makes no difference. @param part which readers it is for */
function digest(text: string, part: string): string {
  return hash('sha256', mendLetter(text).trim() + part, 'hex')
}
