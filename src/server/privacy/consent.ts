import { hash, randomBytes } from 'node:crypto'
import type { Form } from '../../forms/form.ts'
import { formNamed, forms } from '../../forms/index.ts'
import { CONFIRM_DAYS } from '../../timings.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { Announcer } from '../mail/announce.ts'

type Purpose = 'confirm' | 'unsubscribe'
type Event = 'asked' | 'confirmed' | 'unsubscribed'

/** Returns so many random bytes that cannot be predicted. */
export type Random = (bytes: number) => Buffer
export const systemRandom: Random = randomBytes

/** True for a mailing list: its sign-up is a consent, which is confirmed and withdrawn by links in e-mails. */
export function isList(form: Form): boolean {
  return form.uniqueBy !== undefined
}

/** The forms that are mailing lists. */
export const lists: readonly Form[] = Object.values(forms).filter(isList)

const TOKEN_BYTES = 24
/** Characters of a token: 24 bytes in base64url. */
export const TOKEN_LENGTH = 32
/** Matches the token of a link. */
export const TOKEN = new RegExp(`^[\\w-]{${TOKEN_LENGTH}}$`)
const DAY_MS = 86_400_000

export interface Consent {
  /** Makes the token of a new link for a sign-up: 32 characters. The database keeps its SHA-256 alone. */
  newToken(purpose: Purpose, form: Form, reference: string): string
  /** Confirms a sign-up. Returns its form, also the second time; undefined for a token that is unknown or too old. */
  confirm(token: string): { form: Form } | undefined
  /** Unsubscribes. Returns the form, also the second time; undefined for a token that is unknown. */
  unsubscribe(token: string): { form: Form } | undefined
}

/**
 * Makes what handles consent to the mailing lists: the links of e-mails (docs/decisions/0008), and the proof of each step
 * that RGPD art. 7.1 asks for.
 * @param announcer queues the e-mail that follows a confirmation; undefined where no e-mail is sent
 */
export function createConsent(db: Database, clock: Clock, random: Random, announcer?: Announcer): Consent {
  const now = () => clock().toISOString()
  const storeToken = createTokenStore(db)
  const findToken = db.prepare<[string, Purpose], { form: string; reference: string; created_at: string }>(
    'SELECT form, reference, created_at FROM consent_tokens WHERE hash = ? AND purpose = ?',
  )

  function findSignUp(token: string, purpose: Purpose) {
    const found = TOKEN.test(token) ? findToken.get(hashToken(token), purpose) : undefined
    const form = found && formNamed(found.form)
    return form && { form, reference: found.reference, createdAt: Date.parse(found.created_at) }
  }

  return {
    newToken(purpose, form, reference) {
      const token = newToken(random)
      storeToken({ token, purpose, form, reference, at: now() })
      return token
    },
    confirm: db.transaction((token: string) => {
      const found = findSignUp(token, 'confirm')
      if (!found || found.createdAt < clock().getTime() - CONFIRM_DAYS * DAY_MS) return undefined
      const { form, reference } = found
      const row = db
        .prepare<[string], { email: string; confirmed_at: string | null }>(
          `SELECT email, confirmed_at FROM ${form.table} WHERE reference = ?`,
        )
        .get(reference)
      if (!row) return undefined
      if (row.confirmed_at === null) {
        // Whoever confirms reads at this address again, whatever its mail server refused before.
        db.prepare(`UPDATE ${form.table} SET confirmed_at = ?, letters_refused = 0 WHERE reference = ?`).run(
          now(),
          reference,
        )
        recordConsent(db, form, reference, 'confirmed', now())
        announcer?.confirmed({ form, reference, email: row.email })
      }
      return { form }
    }).immediate,
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
  const { changes } = db
    .prepare(`UPDATE ${form.table} SET unsubscribed_at = ? WHERE reference = ? AND unsubscribed_at IS NULL`)
    .run(at, reference)
  if (changes === 0) return
  recordConsent(db, form, reference, 'unsubscribed', at)
  // An old confirmation link must not subscribe the person again, and e-mails that still wait must not be sent.
  db.prepare("DELETE FROM consent_tokens WHERE reference = ? AND purpose = 'confirm'").run(reference)
  db.prepare("DELETE FROM outbox WHERE reference = ? AND kind <> 'lead' AND sent_at IS NULL").run(reference)
}

/**
 * Records the proof of a step of a consent, with the version of the privacy notice of its row. To be called in the
 * transaction that makes the step.
 * @param at UTC ISO 8601
 */
export function recordConsent(db: Database, form: Form, reference: string, event: Event, at: string): void {
  db.prepare(
    `INSERT INTO consent_events (form, reference, event, at, notice_version)
     SELECT ?, reference, ?, ?, notice_version FROM ${form.table} WHERE reference = ?`,
  ).run(form.name, event, at, reference)
}

/** The token of a new link or session: 192 random bits as 32 characters. */
export function newToken(random: Random): string {
  return random(TOKEN_BYTES).toString('base64url')
}

interface Token {
  token: string
  purpose: Purpose
  form: Form
  reference: string
  /** UTC ISO 8601. */
  at: string
}

/** Makes what makes a token good for a sign-up; one that is good already stays as it is. Its SHA-256 alone is kept. */
export function createTokenStore(db: Database): (token: Token) => void {
  const insert = db.prepare('INSERT INTO consent_tokens VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING')
  return ({ token, purpose, form, reference, at }) => {
    insert.run(hashToken(token), purpose, form.name, reference, at)
  }
}

/** What the database keeps of a token: its SHA-256, 64 characters. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex')
}
