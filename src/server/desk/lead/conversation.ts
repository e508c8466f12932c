import { deskAnswers } from '../../../forms/receipt.ts'
import { findLead, formOf, type Lead, leadsFrom, noticeOf, signUpState } from '../../leads/leads.ts'
import { type ThreadRow, threadOf } from '../../leads/thread.ts'
import { labelOf } from '../../mail/kinds.ts'
import { messageState } from '../../mail/message.ts'
import { messagesAbout } from '../../mail/outbox-admin.ts'
import { explainRefusal } from '../../mail/refusal-words.ts'
import type { Desk } from '../desk.ts'

/** Maximum number of other leads of an address shown, because anyone can send thousands with one address. */
const OTHERS_MAX = 20

export type Conversation = NonNullable<ReturnType<typeof readConversation>>

/** Returns a lead with all that belongs to it, times as UTC ISO text; undefined for an unknown reference. */
export function readConversation({ db, mail, clock }: Desk, reference: string) {
  const lead = findLead(db, reference)
  if (!lead) return undefined
  const form = formOf(lead)
  const all = leadsFrom(db, lead.email, OTHERS_MAX + 2)
  const messages = messagesAbout(db, reference)
  const failed = new Set(messages.flatMap(({ message_id, failure }) => (failure ? [message_id] : [])))
  const thread = threadOf(db, reference)
  const answers = deskAnswers(form, lead)
  const words = wordsOf(lead)
  return {
    lead,
    form,
    /** What the person wrote in their own words: the long answers. */
    words,
    /** The other answers. */
    facts: answers.filter(({ value }) => !words.some((each) => each.value === value)),
    /** Of an answer also whether its e-mail failed. */
    thread: thread.map((row) => ({ ...row, failed: row.message_id !== null && failed.has(row.message_id) })),
    /** State of a sign-up to a list. */
    signUp: signUpState(lead),
    /** The privacy notice that the person saw. */
    notice: noticeOf(db, lead),
    /** E-mails about the lead: kind, recipient and state, in French. */
    messages: messages.map((message) => ({
      kind: labelOf(message.kind),
      to: message.recipient ?? 'vous',
      state: messageState(message, mail !== undefined, clock()),
      error: message.last_error && explainRefusal(message.last_error),
    })),
    /** Other leads of the same address, newest first. */
    others: all.filter((other) => other.reference !== reference).slice(0, OTHERS_MAX),
    /** Active sign-ups of the person, including this lead. */
    signUps: all.filter((other) => signUpState(other) !== undefined && !other.unsubscribed_at),
    isDisposable: isDisposable(lead, thread),
  }
}

/** Returns the long answers with their labels. */
function wordsOf(lead: Lead) {
  const form = formOf(lead)
  const long = Object.entries(form.fields).filter(([name, { kind }]) => kind === 'textarea' && lead[name])
  return deskAnswers({ ...form, fields: Object.fromEntries(long) }, lead)
}

/**
 * True for what may be thrown away without a word: what is suspected, and what nobody has answered or accepted, and no
 * law wants kept.
 */
function isDisposable(lead: Lead, thread: readonly ThreadRow[]): boolean {
  if (lead.suspected_spam) return true
  const { isList, processing } = formOf(lead)
  if (isList || processing.legalBases.includes('obligation')) return false
  if (lead.outcome === 'accepted' || lead.keep_until || lead.suspended_at) return false
  return !thread.some(({ kind }) => kind === 'sent')
}
