import { houseAnswers } from '../../../forms/receipt.ts'
import type { Database } from '../../database/database.ts'
import { leadChanges } from '../../leads/follow-up/follow-up.ts'
import { findLead, formOf, leadsFrom, noticeOf, signUpState } from '../../leads/leads.ts'
import { messageState } from '../../outbox/describe-message.ts'
import { labelOf, type MessageKind } from '../../outbox/kinds.ts'
import { isWaiting, messagesAbout } from '../../outbox/outbox-admin.ts'
import type { Policy } from '../../outbox/policy.ts'
import { explainRefusal } from '../../outbox/refusal-words.ts'
import { repliesTo } from './replies.ts'

/** Other leads of an address that its page names: anybody may send thousands under one. */
const OTHERS_MAX = 20

export type LeadFile = NonNullable<ReturnType<typeof readLeadFile>>

/**
 * A lead with all that the house has about it, times as UTC ISO text; undefined when there is no such reference.
 * @param kinds says what each e-mail is
 * @param policy tells why an e-mail waits; undefined where no e-mail is sent
 */
export function readLeadFile(
  db: Database,
  reference: string,
  kinds: readonly MessageKind[],
  policy: Policy | undefined,
  now: Date,
) {
  const lead = findLead(db, reference)
  if (!lead) return undefined
  const all = leadsFrom(db, lead.email, OTHERS_MAX + 2)
  const others = all.filter((other) => other.reference !== reference)
  return {
    lead,
    answers: houseAnswers(formOf(lead), lead),
    /** True where the person wrote a text of their own, which answers quote. */
    hasWords: Object.entries(formOf(lead).fields).some(([name, { kind }]) => kind === 'textarea' && lead[name]),
    changes: leadChanges(db, reference),
    /** What the house answered here, the oldest first; `waits` until its e-mail has begun to go. */
    replies: repliesTo(db, reference).map((reply) => ({ ...reply, waits: isWaiting(db, reply.message_id) })),
    /** Of a mailing list's sign-up. */
    signUp: signUpState(lead),
    /** The privacy notice that the person saw. */
    notice: noticeOf(db, lead),
    /** E-mails about it, in French: what each is, to whom, and what became of it. */
    messages: messagesAbout(db, reference).map((message) => ({
      kind: labelOf(kinds, message.kind),
      to: message.recipient ?? 'vous',
      state: messageState(message, policy, now),
      error: message.last_error && explainRefusal(message.last_error),
    })),
    /** Other leads of the same address, the latest first; `hasMore` where there are others than these. */
    others: others.slice(0, OTHERS_MAX),
    hasMore: others.length > OTHERS_MAX,
    /** The sign-ups of the person that have not ended, this lead too. */
    signUps: all.filter((other) => signUpState(other) !== undefined && !other.unsubscribed_at),
  }
}
