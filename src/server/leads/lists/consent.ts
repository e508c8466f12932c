import { CONFIRM_DAYS } from '../../../browser/timings.ts'
import type { Form } from '../../../forms/form.ts'
import { formNamed } from '../../../forms/index.ts'
import { type Clock, DAY_MS } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { dropWaitingToPerson } from '../../outbox/outbox-admin.ts'
import { hashToken, newToken, type Random, TOKEN } from '../../tokens.ts'
import { findLead, formOf, setAnswers } from '../leads.ts'

type Purpose = 'confirm' | 'unsubscribe'
type Event = 'asked' | 'confirmed' | 'unsubscribed'

/** Told of a confirmation, inside its transaction. */
type OnConfirmed = (signUp: { form: Form; reference: string; email: string }) => void

/**
 * Makes what handles consent to the mailing lists: the links of e-mails (docs/decisions/0008), and the proof of each step
 * that RGPD art. 7.1 asks for.
 */
export function createConsent(db: Database, clock: Clock, onConfirmed: OnConfirmed = () => {}) {
  const now = () => clock().toISOString()
  const findToken = db.prepare<[string, Purpose], { form: string; reference: string; created_at: string }>(
    `SELECT form, reference, consent_tokens.created_at FROM consent_tokens JOIN leads USING (reference)
     WHERE hash = ? AND purpose = ?`,
  )

  function findSignUp(token: string, purpose: Purpose) {
    const found = TOKEN.test(token) ? findToken.get(hashToken(token), purpose) : undefined
    const form = found && formNamed(found.form)
    return form && { form, reference: found.reference, createdAt: Date.parse(found.created_at) }
  }

  /** The sign-up that a token confirms; undefined for one that is unknown or too old. */
  function toConfirm(token: string) {
    const found = findSignUp(token, 'confirm')
    if (!found || found.createdAt < clock().getTime() - CONFIRM_DAYS * DAY_MS) return undefined
    return findLead(db, found.reference)
  }

  return {
    /** The form of a sign-up that the link of a token has confirmed; undefined while there is something to confirm. */
    confirmed(token: string) {
      const lead = toConfirm(token)
      return lead?.confirmed_at ? formOf(lead) : undefined
    },
    /** Confirms a sign-up. Returns its form, also the second time; undefined for a token that is unknown or too old. */
    confirm: db.transaction((token: string) => {
      const lead = toConfirm(token)
      if (!lead) return undefined
      const [form, { reference }] = [formOf(lead), lead]
      if (lead.confirmed_at === null) {
        // Whoever confirms reads at this address again, whatever its mail server refused before.
        setAnswers(db, form, reference, 'confirmed_at = @at, letters_refused = 0', { at: now() })
        recordConsent(db, reference, 'confirmed', now())
        onConfirmed({ form, reference, email: lead.email })
      }
      return { form }
    }).immediate,
    /** Unsubscribes. Returns the form, also the second time; undefined for a token that is unknown. */
    unsubscribe: db.transaction((token: string) => {
      const found = findSignUp(token, 'unsubscribe')
      if (!found) return undefined
      const { form, reference } = found
      endSignUp(db, form, reference, now())
      return { form }
    }).immediate,
  }
}

/**
 * Ends a sign-up that has not ended yet, with its proof. To be called in the caller's transaction.
 * @param at UTC ISO 8601
 */
export function endSignUp(db: Database, form: Form, reference: string, at: string): void {
  const lead = findLead(db, reference)
  if (!lead || lead.unsubscribed_at !== null) return
  setAnswers(db, form, reference, 'unsubscribed_at = @at', { at })
  recordConsent(db, reference, 'unsubscribed', at)
  // E-mails that still wait must not be sent.
  forgetConfirmLinks(db, reference)
  dropWaitingToPerson(db, reference)
}

/** Makes the confirmation links of before useless: none confirms a sign-up that has ended, or the next one. */
export function forgetConfirmLinks(db: Database, reference: string): void {
  db.prepare("DELETE FROM consent_tokens WHERE reference = ? AND purpose = 'confirm'").run(reference)
}

/**
 * Records the proof of a step of a consent, with the version of the privacy notice of its lead. To be called in the
 * transaction that makes the step.
 * @param at UTC ISO 8601
 */
export function recordConsent(db: Database, reference: string, event: Event, at: string): void {
  db.prepare(
    `INSERT INTO consent_events (reference, event, at, notice_version)
     SELECT reference, ?, ?, notice_version FROM leads WHERE reference = ?`,
  ).run(event, at, reference)
}

/** Makes what makes a token good for a sign-up from now on; one that is good already stays as it is. Its SHA-256 alone is kept. */
export function createTokenStore(db: Database, clock: Clock) {
  const insert = db.prepare(
    'INSERT INTO consent_tokens (hash, purpose, reference, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  )
  return (token: string, purpose: Purpose, reference: string): void => {
    insert.run(hashToken(token), purpose, reference, clock().toISOString())
  }
}

/** Makes what makes the tokens of new links for sign-ups: 32 characters. */
export function createNewToken(db: Database, clock: Clock, random: Random) {
  const store = createTokenStore(db, clock)
  return (purpose: Purpose, reference: string): string => {
    const token = newToken(random)
    store(token, purpose, reference)
    return token
  }
}
