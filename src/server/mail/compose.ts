import type { Form } from '../../forms/form.ts'
import { type FormName, formNamed } from '../../forms/index.ts'
import { CONFIRM_DAYS } from '../../timings.ts'
import type { Database } from '../database/database.ts'
import { longTimeInParis } from '../paris-time.ts'
import type { Consent } from '../privacy/consent.ts'
import { formatAnswers } from '../submissions/format-answers.ts'
import type { Message } from './outbox.ts'
import {
  acknowledgementLetter,
  confirmationLetter,
  type Letter,
  leadLetter,
  welcomeLetter,
  withdrawalLetter,
} from './texts.ts'

/** An e-mail ready to go. */
export interface Mail extends Letter {
  messageId: string
  to: string
  /** Bare address of the person, in what the operator receives. */
  replyTo?: string
  headers: Record<string, string>
}

interface Addresses {
  /** MAIL_TO. */
  operator: string
  contactEmail: string
  siteUrl: string
}

/** Machines do not answer what a machine wrote (RFC 3834). */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

/** Writes an e-mail from the row it speaks of; undefined when the row is gone, as after an erasure. */
export function createComposer(db: Database, consent: Consent, { operator, contactEmail, siteUrl }: Addresses) {
  return ({ messageId, kind, form: name, reference, recipient }: Message): Mail | undefined => {
    const form = formNamed(name)
    const row = form && db.prepare<[string], Row>(`SELECT * FROM ${form.table} WHERE reference = ?`).get(reference)
    if (!form || !row) return undefined
    const email = String(row.email)
    const facts = { reference, contactEmail }
    if (kind === 'lead')
      return {
        ...leadLetter(form.name as FormName, reference, detailOf(form, row), lead(form, row), noteOf(form)),
        messageId,
        to: operator,
        replyTo: email,
        headers: { 'Auto-Submitted': 'auto-generated' },
      }
    const mail = { messageId, to: recipient ?? email, headers: { ...AUTOMATIC } }
    if (kind === 'acknowledgement') {
      const letter =
        form.name === 'withdrawal'
          ? withdrawalLetter(facts, longTimeInParis(String(row.created_at)), formatAnswers(form, row))
          : acknowledgementLetter(form.name as FormName, facts)
      return { ...mail, ...letter }
    }
    const list = form.name as 'waitlist' | 'newsletter'
    const leave = `${siteUrl}/desinscription/${consent.newToken('unsubscribe', form, reference)}`
    // One click in the mail program itself (RFC 8058).
    const headers = { ...mail.headers, 'List-Unsubscribe': `<${leave}>`, 'List-Unsubscribe-Post': ONE_CLICK }
    if (kind === 'welcome') return { ...mail, ...welcomeLetter(list, facts, leave), headers }
    const link = `${siteUrl}/confirmation/${consent.newToken('confirm', form, reference)}`
    return { ...mail, ...confirmationLetter(list, facts, link, CONFIRM_DAYS), headers }
  }
}

/** Value of the header and body of the request that a mail program sends (RFC 8058 §3). */
const ONE_CLICK = 'List-Unsubscribe=One-Click'

type Row = Record<string, string | number | null>

function lead(form: Form, row: Row): string {
  const page = row.page ? `\nPage : ${row.page}` : ''
  return `${formatAnswers(form, row)}\n\nReçu le : ${longTimeInParis(String(row.created_at))}${page}\nRéférence : ${row.reference}`
}

/** The chosen subject, which is one of our own words: what a visitor types never enters a header. */
function detailOf(form: Form, row: Row): string {
  return form.fields.subject?.options?.[String(row.subject)] ?? ''
}

function noteOf(form: Form): string | undefined {
  return form.uniqueBy && 'Un message a été envoyé à cette adresse pour qu’elle confirme : n’y écrivez pas avant.'
}
