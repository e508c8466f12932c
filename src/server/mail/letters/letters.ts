import type { LetterFinding } from '../../../copy/check-letter-text.ts'
import type { Form } from '../../../forms/form.ts'
import { lists } from '../../../forms/index.ts'
import type { Clock } from '../../clock.ts'
import { houseAddress, type MailConfig } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import { endSignUp } from '../../leads/lists/consent.ts'
import { type Audience, countRecipients } from '../../leads/lists/sign-ups.ts'
import type { Objections } from '../../people/objections.ts'
import type { MailPicture } from '../mail.ts'
import type { Trial } from '../trial.ts'
import { describedPictures } from './described-pictures.ts'
import { letterMail } from './letter-mail.ts'
import {
  countLetters,
  findLetter,
  insertLetter,
  letterSummaries,
  lettersBefore,
  picturesOf,
  stopLetter,
  storedLetter,
  unreachedBy,
} from './letter-rows.ts'
import { asFile, digestOf, fixLetter, type LetterText, textOf } from './letter-text.ts'

interface Surroundings {
  db: Database
  clock: Clock
  objections: Objections
  /** Undefined if no SMTP server is configured. */
  mail: MailConfig | undefined
  imapUrl?: string | undefined
  siteUrl: string
  /** Folder of the built site. */
  client: string
}

const OBJECTIONS_UNKNOWN: LetterFinding = {
  line: 1,
  what: 'la clé des empreintes n’est pas celle de la base : personne ne sait qui s’est opposé.',
  mend: 'Remettez la clé gardée avec une sauvegarde ; l’état de la maison le dit.',
}
/** Subject prefix of a test. */
const TRIAL = '[Essai] '

/** Result of `send`: `id` of the letter; `before`: this text was already sent to these people, nothing new is sent. */
type Sending = { done: 'queued' | 'before'; id: number } | { done: 'refused' | 'nobody'; id?: undefined }

export type Letters = ReturnType<typeof createLetters>

/**
 * Operations on letters to the lists; arguments and results are plain data. The modules for typesetting are loaded when
 * first needed.
 */
export function createLetters({ db, clock, objections, mail, imapUrl, siteUrl, client }: Surroundings) {
  const set = async (letter: LetterText) => {
    const typeset = await (await import('./typeset.ts')).typesetLetter(letter, siteUrl, client)
    return objections.isReadable() ? typeset : { ...typeset, findings: [...typeset.findings, OBJECTIONS_UNKNOWN] }
  }
  const audienceOf = ({ list, firstReaders, restOf }: LetterText): Audience => ({
    except: lettersBefore(db, listNamed(list), restOf),
    firstReaders,
  })
  const digest = (letter: LetterText) => digestOf(letter, countLetters(db, letter.list) + 1)

  return {
    /** Names of the lists to which letters can be sent. */
    lists: lists.map(({ name }): string => name),
    /** Descriptions of the site's pictures by name. */
    sitePictures: describedPictures,
    /** Checks a letter and counts its recipients. */
    async check(letter: LetterText) {
      const { findings } = await set(letter)
      const form = listNamed(letter.list)
      const audience = audienceOf(letter)
      const recipients = countRecipients(db, form, objections, audience)
      return {
        findings,
        recipients,
        /** Number of further people who remain on the waiting list if the notice is only for the first ones. */
        staying: countRecipients(db, form, objections, { ...audience, firstReaders: null }) - recipients,
        /** Identifies what was checked. */
        digest: digest(letter),
        /** Id of the letter with which this text was already sent to these people. */
        sentAs: findLetter(db, letter.list, digest(letter)),
      }
    },
    /** Returns the letter as readers see it: a document with its pictures in it. */
    async preview(letter: Pick<LetterText, 'subject' | 'text'>): Promise<string> {
      const { html, pictures } = await set({ list: '', firstReaders: null, restOf: null, ...letter })
      return withPictures(html, pictures)
    },
    /** Sends the letter to one address and stores nothing, even with findings; undefined without an SMTP server. */
    async test(letter: LetterText, address: string): Promise<Trial | undefined> {
      if (!mail) return undefined
      const { pictures, ...texts } = await set(letter)
      const { trySending } = await import('../trial.ts')
      const list = letter.list || (lists[0]?.name ?? '')
      const written = letterMail(texts, pictures, { siteUrl, list, replyTo: houseAddress(mail.from, imapUrl) })
      return trySending(mail, address, { ...written, subject: TRIAL + written.subject })
    },
    /** Stores the letter for every confirmed address of its list; the running site sends it. */
    async send(letter: LetterText): Promise<Sending> {
      const { list, subject, text, firstReaders, restOf } = letter
      const before = findLetter(db, list, digest(letter))
      if (before !== undefined) return { done: 'before', id: before }
      const { findings, pictures, ...texts } = await set(letter)
      if (findings.length > 0) return { done: 'refused' }
      const recipients = countRecipients(db, listNamed(list), objections, audienceOf(letter))
      if (recipients === 0) return { done: 'nobody' }
      const source = asFile(subject, fixLetter(text))
      const row = { ...texts, pictures, source, list, digest: digest(letter), recipients, firstReaders, restOf }
      return insertLetter(db, clock, row)
    },
    /** All letters, newest first. */
    list: () => letterSummaries(db),
    /** Returns a letter with its Markdown. */
    show(id: number) {
      const letter = storedLetter(db, id)
      return letter && { ...letter, source: textOf(letter.source) }
    },
    /** Returns a letter as its readers saw it. */
    sent(id: number): string | undefined {
      const letter = storedLetter(db, id)
      return letter && withPictures(letter.html, picturesOf(db, id))
    },
    /** Stops a letter. Returns false if it is unknown or nothing was left to stop. */
    stop: (id: number) => stopLetter(db, clock, id),
    /** Recipients whom a letter did not reach, with the error of the mail server. */
    unreached: (id: number) => unreachedBy(db, id),
    /** Unsubscribes a recipient whom a letter did not reach; returns false for anyone else. */
    takeOff(id: number, reference: string): boolean {
      if (!unreachedBy(db, id).some((one) => one.reference === reference)) return false
      db.transaction(() => endSignUp(db, reference, clock().toISOString())).immediate()
      return true
    },
  }
}

/** Returns the form of a list. Throws for other forms. */
function listNamed(name: string): Form {
  const form = lists.find((list) => list.name === name)
  if (!form) throw new Error(`${name} is no list for letters.`)
  return form
}

/** Embeds the pictures of a letter into its HTML, for a preview without a mail program. */
export function withPictures(html: string, pictures: readonly MailPicture[]): string {
  return html.replace(/"cid:([^"]+)"/g, (place, name: string) => {
    const picture = pictures.find((each) => each.name === name)
    return picture ? `"data:image/jpeg;base64,${Buffer.from(picture.jpeg).toString('base64')}"` : place
  })
}
