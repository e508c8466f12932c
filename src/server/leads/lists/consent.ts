import { CONFIRM_DAYS } from '../../../browser/timings.ts'
import type { LinkState } from '../../../forms/page-states.ts'
import { before, type Clock, DAY_MS } from '../../clock.ts'
import { type Database, pluck } from '../../database/database.ts'
import type { KeyedHash } from '../../people/keyed-hash.ts'
import { hashToken, newToken, systemRandom, TOKEN, TOKEN_LENGTH } from '../../tokens.ts'
import { dropUnsentToPerson, type QueueMessage } from '../lead-mail.ts'
import { findLead, formOf, type Lead, setAnswers } from '../leads.ts'

type Purpose = 'confirm' | 'unsubscribe'
type Event = 'asked' | 'confirmed' | 'unsubscribed'

/** Handles consent to the lists: links in e-mails (docs/decisions/0008), proof of each step (RGPD art. 7.1). */
export function createConsent(db: Database, clock: Clock, queue?: QueueMessage) {
  const now = () => clock().toISOString()
  const findToken = pluck<string>(
    db,
    'SELECT reference FROM consent_tokens WHERE hash = ? AND purpose = ? AND created_at >= ?',
  )

  /** Returns the sign-up of a token that was created at or after `since` (UTC ISO 8601). */
  function findSignUp(token: string, purpose: Purpose, since: string) {
    const reference = TOKEN.test(token) ? findToken.get(hashToken(token), purpose, since) : undefined
    return reference === undefined ? undefined : findLead(db, reference)
  }

  const toConfirm = (token: string) => findSignUp(token, 'confirm', before(clock(), CONFIRM_DAYS * DAY_MS))

  return {
    /** Returns the page of a link before its button is pressed, with its form; an unknown or expired token has none. */
    opened(token: string): LinkState {
      const lead = toConfirm(token)
      return lead ? { step: lead.confirmed_at ? 'done' : 'ask', form: formOf(lead).name } : { step: 'unknown' }
    },
    /** Confirms a sign-up. Returns its form, also if repeated; undefined for an unknown or expired token. */
    confirm: db.transaction((token: string) => {
      const lead = toConfirm(token)
      if (!lead) return undefined
      const [form, { reference }] = [formOf(lead), lead]
      if (lead.confirmed_at === null) {
        // A confirmation proves that the address receives e-mail again, so earlier rejections no longer count.
        setAnswers(db, form, reference, 'confirmed_at = @at, letters_refused = 0', { at: now() })
        recordConsent(db, reference, 'confirmed', now())
        queue?.('welcome', { form, reference, email: lead.email })
      }
      return form
    }).immediate,
    /** Unsubscribes. Returns the form, also if repeated; undefined for an unknown token. */
    unsubscribe: db.transaction((token: string) => {
      const lead = findSignUp(token, 'unsubscribe', '')
      if (!lead) return undefined
      endSignUp(db, lead.reference, now())
      return formOf(lead)
    }).immediate,
  }
}

/**
 * Ends a sign-up and records the proof, unless it has already ended. Call it in a transaction.
 * @param at UTC ISO 8601
 */
export function endSignUp(db: Database, reference: string, at: string): void {
  const lead = findLead(db, reference)
  if (!lead || lead.unsubscribed_at !== null) return
  setAnswers(db, formOf(lead), reference, 'unsubscribed_at = @at', { at })
  recordConsent(db, reference, 'unsubscribed', at)
  // Queued e-mails must not be sent.
  forgetConfirmLinks(db, reference)
  dropUnsentToPerson(db, reference)
}

/** Invalidates earlier confirmation links, so that none confirms a sign-up that has ended, or a later one. */
export function forgetConfirmLinks(db: Database, reference: string): void {
  db.prepare("DELETE FROM consent_tokens WHERE reference = ? AND purpose = 'confirm'").run(reference)
}

/**
 * Records the proof of a consent step, with the lead's version of the privacy notice. Call it in the same transaction.
 * @param at UTC ISO 8601
 */
export function recordConsent(db: Database, reference: string, event: Event, at: string): void {
  db.prepare(
    `INSERT INTO consent_events (reference, event, at, notice_version)
     SELECT reference, ?, ?, notice_version FROM leads WHERE reference = ?`,
  ).run(event, at, reference)
}

/** Returns a function that makes a token valid for a sign-up by storing its SHA-256; a valid one stays unchanged. */
function createTokenStore(db: Database, clock: Clock) {
  const insert = db.prepare(
    'INSERT INTO consent_tokens (hash, purpose, reference, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  )
  return (token: string, purpose: Purpose, reference: string): void => {
    insert.run(hashToken(token), purpose, reference, clock().toISOString())
  }
}

/** Returns a function that creates a confirmation link for a sign-up, with a new token on each call. */
export function createConfirmLinks(db: Database, clock: Clock, siteUrl: string) {
  const store = createTokenStore(db, clock)
  return (reference: string): string => {
    const token = newToken(systemRandom)
    store(token, 'confirm', reference)
    return `${siteUrl}/confirmation/${token}`
  }
}

/** Returns the unsubscribe link of a sign-up. Call it in a transaction. */
export type UnsubscribeLink = (signUp: Pick<Lead, 'form' | 'reference'>) => string

/**
 * Returns a function that creates the unsubscribe link of a sign-up. The link is always the same: its token is a hash
 * with the key beside the database, so that further e-mails to a list add no token. The database stores only the
 * SHA-256 of the token.
 * @param hash keyed hash of a text; the texts hashed here contain spaces, so none equals an e-mail address
 * @param siteUrl origin of the site
 */
export function createUnsubscribeLinks(db: Database, hash: KeyedHash, clock: Clock, siteUrl: string): UnsubscribeLink {
  const store = createTokenStore(db, clock)
  return ({ form, reference }) => {
    const token = hash(`unsubscribe ${form} ${reference}`).slice(0, TOKEN_LENGTH)
    store(token, 'unsubscribe', reference)
    return `${siteUrl}/desinscription/${token}`
  }
}
