import type { FormName } from '../../forms/index.ts'
import { labelledAnswers } from '../../forms/receipt.ts'
import type { Database } from '../database/database.ts'
import { MESSAGE_KINDS, messageState } from '../mail/describe-message.ts'
import { messagesAbout } from '../mail/outbox-admin.ts'
import type { Policy } from '../mail/policy.ts'
import { type FollowUp, type FollowUpChange, findFollowUp, followUpChanges } from '../submissions/follow-up.ts'
import { findLead, type Lead, leadsFrom, noticeOf, signUpState } from '../submissions/leads.ts'

/** All that the house has about one submission; times are UTC ISO text. */
export interface LeadFile {
  form: FormName
  lead: Lead
  answers: { label: string; value: string }[]
  followUp: FollowUp
  changes: FollowUpChange[]
  /** Of a mailing list's sign-up. */
  signUp: string | undefined
  /** The privacy notice that the person saw. */
  notice: string
  /** E-mails about it, in French: what each is, to whom, and what became of it. */
  messages: { kind: string; to: string; state: string; error: string | null }[]
  /** Other submissions of the same address, the latest first. */
  others: { form: FormName; lead: Lead }[]
}

/**
 * Reads the file of a submission; undefined when there is no such reference.
 * @param policy tells why an e-mail waits; undefined where no e-mail is sent
 */
export function readLeadFile(db: Database, reference: string, policy: Policy | undefined): LeadFile | undefined {
  const found = findLead(db, reference)
  const followUp = found && findFollowUp(db, reference)
  if (!found || !followUp) return undefined
  const { form, lead } = found
  return {
    form: form.name as FormName,
    lead,
    answers: labelledAnswers(form, lead),
    followUp,
    changes: followUpChanges(db, reference),
    signUp: signUpState(form, lead),
    notice: noticeOf(db, lead),
    messages: messagesAbout(db, reference).map((message) => ({
      kind: MESSAGE_KINDS[message.kind],
      to: message.recipient ?? 'vous',
      state: messageState(message, policy),
      error: message.last_error,
    })),
    others: leadsFrom(db, String(lead.email))
      .filter((other) => other.lead.reference !== reference)
      .map((other) => ({ form: other.form.name as FormName, lead: other.lead })),
  }
}
