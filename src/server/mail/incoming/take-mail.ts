import { clean } from '../../../forms/answer-schema.ts'
import { allForms } from '../../../forms/index.ts'
import type { Clock } from '../../clock.ts'
import { type Database, pluck } from '../../database/database.ts'
import { findLead, formOf, type Lead, leadsFrom } from '../../leads/leads.ts'
import { rowOfMessage } from '../../leads/thread.ts'
import { receive } from '../../leads/turn.ts'
import { erasedBefore } from '../../people/erasures.ts'
import type { KeyedHash } from '../../people/keyed-hash.ts'
import { mailboxOf } from '../../people/mailbox.ts'
import type { Writers } from '../kinds.ts'
import type { Message } from '../message.ts'
import { moveCursor } from './cursor.ts'
import { wordsOfHtml } from './html-text.ts'
import type { Envelope, Mailbox } from './inbox.ts'
import { filesOf, numberOf, type Returned, readReport, sortOf, textParts, wholeParts } from './sort-mail.ts'

export interface IncomingNeeds {
  db: Database
  databasePath: string
  hash: KeyedHash
  clock: Clock
  /** Undefined if no e-mail is sent. */
  writers: Writers | undefined
  /** Bare addresses of the house, whose own mail is nobody's answer. */
  own: readonly string[]
}

/** Text read of a message, in bytes; its words beyond stay in the mailbox. */
const TEXT_MAX = 256 * 1024
const REPORT_MAX = 32 * 1024
const SUBJECT_MAX = 1000
const ID_MAX = 1000
/** Length of the names of files, in characters (also a CHECK of the column). */
const FILES_MAX = 2000

/** Our references in a subject, such as C-7K3M-9QX2. */
const REFERENCE = new RegExp(`\\b[${allForms.map(({ prefix }) => prefix).join('')}]-[\\dA-Z]{4}-[\\dA-Z]{4}\\b`, 'g')
/** Most ids that are looked up of a message, because anyone can send thousands. */
const IDS_MAX = 50
const LEADS_MAX = 20

/**
 * Takes one message into the thread of the lead that it belongs to, together with the cursor: once, whatever happens
 * in between. Everything else stays in the mailbox as it is.
 */
export async function takeMail(needs: IncomingNeeds, mailbox: Mailbox, mail: Envelope): Promise<void> {
  const { db, clock, writers } = needs
  const sort = sortOf(mail)
  const lead = sort === 'person' && isForUs(needs, mail) ? leadOf(db, mail) : undefined
  const words = lead && (await wordsOf(mailbox, mail))
  const returned = sort === 'report' ? await reportOf(mailbox, mail) : undefined
  const commit = db.transaction(() => {
    moveCursor(db, clock, { uidValidity: mailbox.uidValidity, uid: mail.uid })
    if (returned && writers) noteReturned(db, clock, writers, returned)
    if (!lead || words === undefined) return
    const isOther = mailboxOf(mail.from) !== mailboxOf(lead.email)
    receive(db, {
      reference: lead.reference,
      at: mail.at,
      text: words,
      subject: clean(mail.subject)?.slice(0, SUBJECT_MAX) || null,
      // Without one, the number in the mailbox tells the message from others.
      message_id: mail.messageId?.slice(0, ID_MAX) ?? `${mailbox.uidValidity}.${mail.uid}@imap`,
      from_address: isOther ? mail.from : null,
      files: filesOf(mail.structure).join('\n').slice(0, FILES_MAX) || null,
    })
  })
  commit.immediate()
}

/** What the house wrote itself, or what is older than the erasure of its sender, is not read. */
function isForUs({ databasePath, hash, own }: IncomingNeeds, { from, at }: Envelope): boolean {
  return !own.includes(from) && !erasedBefore(databasePath, hash, from, at)
}

/**
 * Returns the lead that a message belongs to: the one of the e-mail that it answers, else the one that its subject
 * names, else the last one of its sender that is no entry of a list. Undefined for all others, which stay where they
 * are.
 */
function leadOf(db: Database, { headers, subject, from }: Envelope): Lead | undefined {
  const answered = answeredIds(headers).flatMap((id) => referenceOfMessage(db, id) ?? [])
  const named = (subject.match(REFERENCE) ?? []).slice(0, IDS_MAX)
  for (const reference of [...answered, ...named]) {
    const lead = findLead(db, reference)
    if (lead) return lead
  }
  return leadsFrom(db, from, LEADS_MAX).find((lead) => !formOf(lead).isList && !lead.suspected_spam)
}

/** Returns the Message-IDs that a message answers, the nearest first, without brackets. */
function answeredIds(headers: Envelope['headers']): string[] {
  const idsIn = (name: string) => [...(headers[name] ?? '').matchAll(/<([^<>\s]{3,300})>/g)].map(([, id = '']) => id)
  return [...idsIn('in-reply-to'), ...idsIn('references').toReversed()].slice(0, IDS_MAX)
}

function referenceOfMessage(db: Database, id: string): string | undefined {
  return (
    pluck<string | null>(db, 'SELECT reference FROM outbox WHERE message_id = ?').get(id) ??
    rowOfMessage(db, id)?.reference
  )
}

/** Reads the first text that has words: before a picture or beside HTML, mail programs also write an empty one. */
async function wordsOf(mailbox: Mailbox, { uid, structure }: Envelope): Promise<string> {
  for (const part of textParts(structure)) {
    const text = await mailbox.text(uid, numberOf(part), TEXT_MAX)
    const words = clean(part.type === 'text/html' ? wordsOfHtml(text) : text)
    if (words) return words.slice(0, TEXT_MAX)
  }
  return '(sans texte)'
}

async function reportOf(mailbox: Mailbox, { uid, structure }: Envelope) {
  const parts = wholeParts(structure)
  const status = parts.find(({ type }) => type === 'message/delivery-status')
  const original = parts.find(({ type }) => type === 'message/rfc822' || type === 'text/rfc822-headers')
  if (!status || !original) return undefined
  const [said, head] = [
    await mailbox.text(uid, numberOf(status), REPORT_MAX),
    await mailbox.text(uid, numberOf(original), REPORT_MAX),
  ]
  return readReport(said, head)
}

/** Marks one of our e-mails as returned; the answer of the house that it was gives the turn back. */
function noteReturned(db: Database, clock: Clock, writers: Writers, returned: Returned): void {
  const message = db
    .prepare<object, Message>(
      `UPDATE outbox SET sent_at = NULL, sent_with = NULL, failed_at = @now, failure = 'returned', last_error = @said
       WHERE message_id = @messageId AND sent_at IS NOT NULL RETURNING *`,
    )
    .get({ messageId: returned.messageId, said: returned.said || null, now: clock().toISOString() })
  if (message) writers[message.kind]?.onFailed?.(message, returned.byAddress)
}
