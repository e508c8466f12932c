import { deskAnswers } from '../../../forms/receipt.ts'
import type { Database } from '../../database/database.ts'
import { leadChanges } from '../../leads/follow-up/follow-up.ts'
import { findLead, formOf, leadsFrom, noticeOf, signUpState } from '../../leads/leads.ts'
import { messageState } from '../../mail/describe-message.ts'
import { labelOf } from '../../mail/kinds.ts'
import { isWaiting, messagesAbout } from '../../mail/outbox-admin.ts'
import { explainRefusal } from '../../mail/refusal-words.ts'
import { repliesTo } from './replies.ts'

/** Maximum number of other leads of an address shown, because anyone can send thousands with one address. */
const OTHERS_MAX = 20

export type LeadFile = NonNullable<ReturnType<typeof readLeadFile>>

/**
 * Returns a lead with all related data, times as UTC ISO text; undefined for an unknown reference.
 * @param sendsEmail true if an SMTP server is configured
 */
export function readLeadFile(db: Database, reference: string, sendsEmail: boolean, now: Date) {
  const lead = findLead(db, reference)
  if (!lead) return undefined
  const all = leadsFrom(db, lead.email, OTHERS_MAX + 2)
  const others = all.filter((other) => other.reference !== reference)
  const messages = messagesAbout(db, reference)
  return {
    lead,
    answers: deskAnswers(formOf(lead), lead),
    /** True if the person wrote a longer text, which replies quote. */
    hasWords: Object.entries(formOf(lead).fields).some(([name, { kind }]) => kind === 'textarea' && lead[name]),
    changes: leadChanges(db, reference),
    /** The owner's replies, oldest first; `waits` is true until sending has begun, `failed` after it was given up. */
    replies: repliesTo(db, reference).map((reply) => ({
      ...reply,
      waits: isWaiting(db, reply.message_id),
      failed: messages.some(({ message_id, failure }) => failure && message_id === reply.message_id),
    })),
    /** State of a sign-up to a list. */
    signUp: signUpState(lead),
    /** The privacy notice that the person saw. */
    notice: noticeOf(db, lead),
    /** E-mails about the lead: kind, recipient and state, in French. */
    messages: messages.map((message) => ({
      kind: labelOf(message.kind),
      to: message.recipient ?? 'vous',
      state: messageState(message, sendsEmail, now),
      error: message.last_error && explainRefusal(message.last_error),
    })),
    /** Other leads of the same address, newest first; `hasMore` is true if there are more. */
    others: others.slice(0, OTHERS_MAX),
    hasMore: others.length > OTHERS_MAX,
    /** Active sign-ups of the person, including this lead. */
    signUps: all.filter((other) => signUpState(other) !== undefined && !other.unsubscribed_at),
  }
}
