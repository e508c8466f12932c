import type { LetterFinding } from '../../../copy/check-letter-text.ts'
import { lists } from '../../../forms/index.ts'
import type { Clock } from '../../clock.ts'
import { houseAddress, type MailConfig } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import { listReaders } from '../../leads/lists/sign-ups.ts'
import type { Objections } from '../../people/objections.ts'
import type { Outbox } from '../outbox.ts'
import { asFile, digestOf, fixLetter, type LetterText } from './letter.ts'
import { letterMail } from './letter-kind.ts'
import { describedPictures } from './letter-pictures.ts'
import { countLetters, findLetter, insertLetter, lettersBefore } from './letter-rows.ts'

interface Surroundings {
  db: Database
  clock: Clock
  objections: Objections
  /** SMTP server and queue; undefined if no e-mail is sent. */
  mail: MailConfig | undefined
  outbox: Outbox | undefined
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
/** More quotations or lists in each other than the stack of the program holds. */
const TOO_DEEP: LetterFinding = {
  line: 1,
  what: 'trop de citations ou de listes sont l’une dans l’autre.',
  mend: 'Mettez-les l’une après l’autre.',
}
/** Subject prefix of a test. */
const TRIAL = '[Essai] '

export type Letters = ReturnType<typeof createLetters>

/**
 * Operations on letters to the lists; arguments and results are plain data. The modules for typesetting are loaded when
 * first needed.
 */
export function createLetters({ db, clock, objections, mail, outbox, imapUrl, siteUrl, client }: Surroundings) {
  const typeset = async ({ subject, text }: Pick<LetterText, 'subject' | 'text'>) => {
    const { typesetLetter } = await import('./typeset.ts')
    return typesetLetter({ subject, text }, siteUrl, client).catch((error: unknown) => {
      if (!(error instanceof RangeError)) throw error
      return { subject, html: '', text: '', findings: [TOO_DEEP] }
    })
  }
  const findingsOf = (findings: LetterFinding[]) =>
    objections.isReadable() ? findings : [...findings, OBJECTIONS_UNKNOWN]
  const readersOf = ({ list, firstReaders, restOf }: LetterText) => {
    const form = lists.find(({ name }) => name === list)
    if (!form) throw new Error(`${list} is no list for letters.`)
    return listReaders(db, form, objections, { except: lettersBefore(db, form, restOf), firstReaders })
  }
  const digest = (letter: LetterText) => digestOf(letter, countLetters(db, letter.list) + 1)

  /** Stores a letter and queues its messages, unless this was done in the meantime. */
  const queue = db.transaction((letter: LetterText, texts: Awaited<ReturnType<typeof typeset>>, seen: string) => {
    const { list, subject, text, restOf } = letter
    const before = findLetter(db, list, seen)
    if (before !== undefined) return { id: before, isNew: false }
    const readers = readersOf(letter)
    if (readers.length === 0 || !outbox) return undefined
    const source = asFile(subject, fixLetter(text))
    const { findings: _, ...final } = texts
    const id = insertLetter(db, clock, { ...final, list, restOf, source, digest: seen, recipients: readers.length })
    for (const { reference, email } of readers)
      outbox.add({ kind: 'letter', form: list, reference, recipient: email, letter: id })
    return { id, isNew: true }
  }).immediate

  return {
    /** Descriptions of the site's pictures by name. */
    sitePictures: describedPictures,
    /** Checks a letter and counts its recipients. */
    async check(letter: LetterText) {
      const { findings } = await typeset(letter)
      const recipients = readersOf(letter).length
      return {
        findings: findingsOf(findings),
        recipients,
        /** Number of further people who remain on the waiting list if the notice is only for the first ones. */
        staying: readersOf({ ...letter, firstReaders: null }).length - recipients,
        /** Identifies what was checked. */
        digest: digest(letter),
        /** Id of the letter with which this text was already sent to these people. */
        sentAs: findLetter(db, letter.list, digest(letter)),
      }
    },
    /** Returns the letter as readers see it. */
    preview: async (letter: Pick<LetterText, 'subject' | 'text'>): Promise<string> => (await typeset(letter)).html,
    /** Sends the letter to one address and stores nothing, even with findings. Returns what fails, in French. */
    async test(letter: LetterText, address: string): Promise<string | undefined> {
      if (!mail) return 'Aucun e-mail ne part.'
      const { trySending } = await import('../direct-mail.ts')
      const addressing = { siteUrl, list: letter.list, replyTo: houseAddress(mail.from, imapUrl) }
      const written = letterMail(await typeset(letter), addressing)
      return trySending(mail, address, { ...written, subject: TRIAL + written.subject })
    },
    /**
     * Stores the letter and queues it to every confirmed address of its list. Returns its id, and whether it is new: the
     * same text is sent to the same people once. Returns undefined with a finding, or without a reader.
     */
    async send(letter: LetterText) {
      // Two presses at once see the same one, so that the second finds the letter of the first.
      const seen = digest(letter)
      const texts = await typeset(letter)
      return findingsOf(texts.findings).length > 0 ? undefined : queue(letter, texts, seen)
    },
  }
}
