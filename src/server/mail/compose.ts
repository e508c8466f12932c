import type { Form } from '../../forms/form.ts'
import { formNamed } from '../../forms/index.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { Consent } from '../privacy/consent.ts'
import type { State } from '../state/read-state.ts'
import { findFollowUp } from '../submissions/follow-up.ts'
import { type Dispatch, type Message, messageIdOf } from './outbox.ts'
import type { Letter } from './text/letter.ts'
import type { Messages, Submission } from './text/messages.ts'
import { weekFigures } from './week-figures.ts'

/** An e-mail ready to go. */
export interface Mail extends Letter {
  messageId: string
  /** Bare addresses. */
  to: readonly string[]
  /** Bare address of the person, in what the house receives. */
  replyTo?: string
  headers: Record<string, string>
}

interface Surroundings {
  messages: Messages
  /** Writes the message of a letter to a list. */
  letter: (message: Message) => Mail | undefined
  /** Bare addresses of the house for a form. */
  house: (form: string) => readonly string[]
  /** Makes a link that signs in to the desk and leads to one of its pages. */
  signInLink: (destination: string) => string
  /** How the installation is. */
  state: () => State
  siteUrl: string
}

/** A program's message, which is no answer to anything (RFC 3834 §5). */
export const GENERATED = { 'Auto-Submitted': 'auto-generated' }
/** Machines do not answer what a machine wrote. */
export const AUTOMATIC = { ...GENERATED, 'X-Auto-Response-Suppress': 'All' }
/** Headers by which one click in the mail program itself unsubscribes (RFC 8058 §3). */
export const oneClick = (leave: string) => ({
  'List-Unsubscribe': `<${leave}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
/** Who asked for a link to the desk so long ago has given up, in milliseconds. */
const SIGN_IN_WAIT_MS = 30 * 60_000

/** Writes an e-mail from the rows it speaks of; undefined when all of them are gone, as after an erasure. */
export function createComposer(
  db: Database,
  clock: Clock,
  consent: Consent,
  { messages, letter: letterOf, house, signInLink, state, siteUrl }: Surroundings,
) {
  return (dispatch: Dispatch): Mail | undefined => {
    const [message] = dispatch.messages
    const { kind, recipient } = message
    if (kind === 'letter') return letterOf(message)
    if (kind === 'sign-in' || kind === 'weekly') return ofDesk(message)
    const [first, ...others] = dispatch.messages.flatMap((message) => submissionOf(db, message) ?? [])
    if (!first) return undefined
    const { form, row } = first
    const messageId = messageIdOf(dispatch)
    if (kind === 'lead') {
      const letter = dispatch.together ? messages.collectedNotice([first, ...others]) : messages.notice(first)
      // An address of a list is nobody's before it is confirmed.
      const replyTo = dispatch.together || form.uniqueBy ? {} : { replyTo: row.email }
      return { ...letter, ...replyTo, messageId, to: house(form.name), headers: GENERATED }
    }
    if (kind === 'reminder') {
      const letter = messages.reminder(first, findFollowUp(db, row.reference)?.note ?? null)
      return { ...letter, messageId, to: house(form.name), headers: GENERATED }
    }
    const mail = { messageId, to: [recipient ?? row.email], headers: AUTOMATIC }
    if (kind === 'withdrawal') return { ...mail, ...messages.withdrawals([first, ...others]) }
    if (kind === 'acknowledgement') return { ...mail, ...messages.acknowledgement(first) }
    return { ...mail, ...ofList(kind, first) }
  }

  /** A message to the house about no single submission; undefined for a link that nobody waits for any more. */
  function ofDesk({ kind, messageId, reference, recipient, createdAt }: Message): Mail | undefined {
    const mail = { messageId, to: recipient ? [recipient] : house(''), headers: GENERATED }
    if (kind === 'weekly') return { ...mail, ...messages.weekly(weekFigures(db, reference), state()) }
    if (clock().getTime() - Date.parse(createdAt) > SIGN_IN_WAIT_MS) return undefined
    return { ...mail, ...messages.signIn(signInLink(reference)) }
  }

  function ofList(
    kind: 'confirmation' | 'welcome',
    submission: Submission,
  ): Letter & { headers: Record<string, string> } {
    const { form, row } = submission
    const link = (folder: string, purpose: 'confirm' | 'unsubscribe') =>
      `${siteUrl}/${folder}/${consent.newToken(purpose, form, row.reference)}`
    const leave = link('desinscription', 'unsubscribe')
    const headers = { ...AUTOMATIC, ...oneClick(leave) }
    const letter =
      kind === 'welcome'
        ? messages.welcome(submission, leave)
        : messages.confirmation(submission, link('confirmation', 'confirm'))
    return { ...letter, headers }
  }
}

function submissionOf(db: Database, { form: name, reference }: Message): Submission | undefined {
  const form: Form | undefined = formNamed(name)
  const row =
    form && db.prepare<[string], Submission['row']>(`SELECT * FROM ${form.table} WHERE reference = ?`).get(reference)
  return form && row && { form, row }
}
