import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { receive } from '../../leads/turn.ts'
import { erasedBefore } from '../../people/erasures.ts'
import type { KeyedHash } from '../../people/keyed-hash.ts'
import { mailboxOf } from '../../people/mailbox.ts'
import type { Writers } from '../kinds.ts'
import { leadOf } from './belongs-to.ts'
import { moveCursor } from './cursor.ts'
import { htmlText } from './html-text.ts'
import type { Envelope, Mailbox } from './inbox.ts'
import { noteReturned, readReport } from './returned.ts'
import { filesOf, numberOf, partsOf, sortOf, textPart } from './sort-mail.ts'

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
      subject: mail.subject.slice(0, SUBJECT_MAX) || null,
      // Without one, the number in the mailbox tells the message from others.
      messageId: mail.messageId?.slice(0, ID_MAX) ?? `${mailbox.uidValidity}.${mail.uid}@imap`,
      fromAddress: isOther ? mail.from : null,
      files: filesOf(mail.structure),
    })
  })
  commit.immediate()
}

/** What the house wrote itself, or what is older than the erasure of its sender, is not read. */
function isForUs({ databasePath, hash, own }: IncomingNeeds, { from, at }: Envelope): boolean {
  return !own.includes(from) && !erasedBefore(databasePath, hash, from, at)
}

async function wordsOf(mailbox: Mailbox, { uid, structure }: Envelope): Promise<string> {
  const part = textPart(structure)
  const text = part ? await mailbox.text(uid, numberOf(part), TEXT_MAX) : ''
  const words = part?.type === 'text/html' ? htmlText(text) : text
  const clean = words.replaceAll('\r\n', '\n').replaceAll('\0', '').trim()
  return clean.slice(0, TEXT_MAX) || '(sans texte)'
}

async function reportOf(mailbox: Mailbox, { uid, structure }: Envelope) {
  const parts = partsOf(structure)
  const status = parts.find(({ type }) => type === 'message/delivery-status')
  const original = parts.find(({ type }) => type === 'message/rfc822' || type === 'text/rfc822-headers')
  if (!status || !original) return undefined
  const [said, head] = [
    await mailbox.text(uid, numberOf(status), REPORT_MAX),
    await mailbox.text(uid, numberOf(original), REPORT_MAX),
  ]
  return readReport(said, head)
}
