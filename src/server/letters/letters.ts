import { hash } from 'node:crypto'
import type { Form } from '../../forms/form.ts'
import type { Clock } from '../clock.ts'
import type { MailConfig } from '../config.ts'
import type { Database } from '../database/database.ts'
import { lists } from '../privacy/consent.ts'
import type { Objections } from '../privacy/objections.ts'
import { letterMail } from './letter-mail.ts'
import { withPictures } from './letter-preview.ts'
import { findLetter, insertLetter, letterSummaries, picturesOf, stopLetter, storedLetter } from './letter-rows.ts'
import { countRecipients } from './recipients.ts'
import type { LetterDraft, Letters } from './types.ts'

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

/** Before the subject of a trial. */
const TRIAL = '[Essai] '

/** The verbs of letters, for the command and the desk. What they need to set a text is loaded at the first letter. */
export function createLetters({ db, clock, objections, mail, siteUrl, client }: Surroundings): Letters {
  const set = async (draft: LetterDraft) => (await import('./typeset.ts')).typesetLetter(draft, siteUrl, client)
  const summaryOf = (list: string, text: string) => {
    const letter = storedLetter(db, findLetter(db, list, digestOf(text)) ?? 0)
    if (!letter) throw new Error('A letter that was just stored is not there.')
    return letter
  }

  return {
    lists: lists.map(({ name }) => name),
    async check(draft) {
      const { list, text } = draft
      const { pictures, replyTo: _, ...letter } = await set(draft)
      const sentAs = findLetter(db, list, digestOf(text))
      return {
        ...letter,
        list,
        html: withPictures(letter.html, pictures),
        recipients: countRecipients(db, listNamed(list), objections),
        ...(sentAs !== undefined && { sentAs }),
      }
    },
    async test(draft, address) {
      if (!mail) return undefined
      const { pictures, replyTo, ...letter } = await set(draft)
      const { trySending } = await import('../mail/trial.ts')
      const written = letterMail(letter, pictures, { siteUrl, list: draft.list, replyTo })
      return trySending(mail, address, { ...written, subject: TRIAL + written.subject })
    },
    async send(draft) {
      const { list, text } = draft
      const form = listNamed(list)
      if (findLetter(db, list, digestOf(text)) !== undefined) return { done: 'before', letter: summaryOf(list, text) }
      const { findings, ...written } = await set(draft)
      if (findings.length > 0) return { done: 'refused', findings }
      const recipients = countRecipients(db, form, objections)
      if (recipients === 0) return { done: 'nobody' }
      const id = insertLetter(db, clock, { ...written, list, source: text, digest: digestOf(text), recipients })
      return { done: id === undefined ? 'before' : 'queued', letter: summaryOf(list, text) }
    },
    list: () => letterSummaries(db),
    show(id) {
      const letter = storedLetter(db, id)
      return letter && { ...letter, html: withPictures(letter.html, picturesOf(db, id)) }
    },
    stop: (id) => stopLetter(db, clock, id),
  }
}

/** The list of that name. Throws for any other form. */
function listNamed(name: string): Form {
  const form = lists.find((list) => list.name === name)
  if (!form) throw new Error(`No letter goes to ${name}.`)
  return form
}

/** Tells one text from another; how its file ends the lines makes no difference. */
function digestOf(text: string): string {
  return hash('sha256', text.replaceAll('\r\n', '\n').trim(), 'hex')
}
