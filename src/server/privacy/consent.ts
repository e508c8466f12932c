import { hash, randomBytes } from 'node:crypto'
import type { Form } from '../../forms/form.ts'
import { formNamed, forms } from '../../forms/index.ts'
import { CONFIRM_DAYS } from '../../timings.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { Announcer } from '../mail/announce.ts'

type Purpose = 'confirm' | 'unsubscribe'
type Event = 'asked' | 'confirmed' | 'unsubscribed'

/** Gives bytes that nobody can foresee. */
export type Random = (bytes: number) => Buffer
export const systemRandom: Random = randomBytes

/** Forms whose sign-up is a consent: confirmed by link, withdrawn by link. */
export const lists: readonly Form[] = Object.values(forms).filter((form: Form) => form.uniqueBy !== undefined)

/** 192 bits in base64url. */
const TOKEN_BYTES = 24
export const TOKEN = /^[\w-]{32}$/
const DAY_MS = 86_400_000

export interface Consent {
  /** A new link for a row; only its hash is kept. */
  newToken(purpose: Purpose, form: Form, reference: string): string
  /** Confirms a sign-up, again if need be. Gives its form, or undefined for a link that is unknown or too old. */
  confirm(token: string): { form: Form } | undefined
  /** Ends a sign-up, again if need be. Gives its form, or undefined for a link that is unknown. */
  unsubscribe(token: string): { form: Form } | undefined
}

/**
 * Consent to the two lists: its links and its proof (RGPD art. 7).
 * @param announcer writes the e-mail that follows a confirmation; none without mail
 */
export function createConsent(db: Database, clock: Clock, random: Random, announcer?: Announcer): Consent {
  const now = () => clock().toISOString()
  const insertToken = db.prepare('INSERT INTO consent_tokens VALUES (?, ?, ?, ?, ?)')
  const findToken = db.prepare<[string, Purpose], { form: string; reference: string; created_at: string }>(
    'SELECT form, reference, created_at FROM consent_tokens WHERE hash = ? AND purpose = ?',
  )

  function resolve(token: string, purpose: Purpose) {
    const found = TOKEN.test(token) ? findToken.get(hashToken(token), purpose) : undefined
    const form = found && formNamed(found.form)
    return form && { form, reference: found.reference, createdAt: Date.parse(found.created_at) }
  }

  return {
    newToken(purpose, form, reference) {
      const token = random(TOKEN_BYTES).toString('base64url')
      insertToken.run(hashToken(token), purpose, form.name, reference, now())
      return token
    },
    confirm: db.transaction((token: string) => {
      const found = resolve(token, 'confirm')
      if (!found || found.createdAt < clock().getTime() - CONFIRM_DAYS * DAY_MS) return undefined
      const { form, reference } = found
      const row = db
        .prepare<[string], { email: string; confirmed_at: string | null }>(
          `SELECT email, confirmed_at FROM ${form.table} WHERE reference = ?`,
        )
        .get(reference)
      if (!row) return undefined
      if (row.confirmed_at === null) {
        db.prepare(`UPDATE ${form.table} SET confirmed_at = ? WHERE reference = ?`).run(now(), reference)
        recordConsent(db, form, reference, 'confirmed', now())
        announcer?.confirmed({ form, reference, email: row.email })
      }
      return { form }
    }).immediate,
    unsubscribe: db.transaction((token: string) => {
      const found = resolve(token, 'unsubscribe')
      if (!found) return undefined
      const { form, reference } = found
      const { changes } = db
        .prepare(`UPDATE ${form.table} SET unsubscribed_at = ? WHERE reference = ? AND unsubscribed_at IS NULL`)
        .run(now(), reference)
      if (changes > 0) {
        recordConsent(db, form, reference, 'unsubscribed', now())
        // An old link must not undo what the person has just said; nothing that waits goes out any more.
        db.prepare("DELETE FROM consent_tokens WHERE reference = ? AND purpose = 'confirm'").run(reference)
        db.prepare("DELETE FROM outbox WHERE reference = ? AND kind <> 'lead' AND sent_at IS NULL").run(reference)
      }
      return { form }
    }).immediate,
  }
}

/** Keeps the proof of a step with the wording of its row, inside the caller's transaction. */
export function recordConsent(db: Database, form: Form, reference: string, event: Event, at: string): void {
  db.prepare(
    `INSERT INTO consent_events (form, reference, event, at, notice_version)
     SELECT ?, reference, ?, ?, notice_version FROM ${form.table} WHERE reference = ?`,
  ).run(form.name, event, at, reference)
}

function hashToken(token: string): string {
  return hash('sha256', token, 'hex')
}
