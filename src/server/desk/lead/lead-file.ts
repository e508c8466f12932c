import { houseAnswers } from '../../../forms/receipt.ts'
import type { Database } from '../../database/database.ts'
import { type LeadChange, leadChanges } from '../../leads/follow-up/follow-up.ts'
import { findLead, formOf, type Lead, leadsFrom, noticeOf, signUpState } from '../../leads/leads.ts'
import { messageState } from '../../outbox/describe-message.ts'
import { labelOf, type MessageKind } from '../../outbox/kinds.ts'
import { isWaiting, messagesAbout } from '../../outbox/outbox-admin.ts'
import type { Policy } from '../../outbox/policy.ts'
import { explainRefusal } from '../../outbox/refusal-words.ts'
import { type Reply, repliesTo } from './replies.ts'

/** A lead with all that the house has about it; times are UTC ISO text. */
export interface LeadFile {
  lead: Lead
  answers: { label: string; value: string }[]
  /** True where the person wrote a text of their own, which answers quote. */
  hasWords: boolean
  changes: LeadChange[]
  /** What the house answered here, the oldest first; `waits` until its e-mail has begun to go. */
  replies: (Reply & { waits: boolean })[]
  /** Of a mailing list's sign-up. */
  signUp: string | undefined
  /** The privacy notice that the person saw. */
  notice: string
  /** E-mails about it, in French: what each is, to whom, and what became of it. */
  messages: { kind: string; to: string; state: string; error: string | null }[]
  /** Other leads of the same address, the latest first. */
  others: Lead[]
  /** The sign-ups of the person that have not ended, this lead too. */
  signUps: Lead[]
}

/**
 * Reads the file of a lead; undefined when there is no such reference.
 * @param kinds says what each e-mail is
 * @param policy tells why an e-mail waits; undefined where no e-mail is sent
 */
export function readLeadFile(
  db: Database,
  reference: string,
  kinds: readonly MessageKind[],
  policy: Policy | undefined,
  now: Date,
): LeadFile | undefined {
  const lead = findLead(db, reference)
  if (!lead) return undefined
  const all = leadsFrom(db, lead.email)
  return {
    lead,
    answers: houseAnswers(formOf(lead), lead),
    hasWords: Object.entries(formOf(lead).fields).some(([name, { kind }]) => kind === 'textarea' && lead[name]),
    changes: leadChanges(db, reference),
    replies: repliesTo(db, reference).map((reply) => ({ ...reply, waits: isWaiting(db, reply.message_id) })),
    signUp: signUpState(lead),
    notice: noticeOf(db, lead),
    messages: messagesAbout(db, reference).map((message) => ({
      kind: labelOf(kinds, message.kind),
      to: message.recipient ?? 'vous',
      state: messageState(message, policy, now),
      error: message.last_error && explainRefusal(message.last_error),
    })),
    others: all.filter((other) => other.reference !== reference),
    signUps: all.filter((other) => signUpState(other) !== undefined && !other.unsubscribed_at),
  }
}
