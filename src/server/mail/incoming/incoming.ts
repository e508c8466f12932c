import { before, MINUTE_MS } from '../../clock.ts'
import { sqliteCode } from '../../database/database-error.ts'
import { log, logProblem } from '../../log.ts'
import { repeat } from '../../repeat.ts'
import { withoutAddresses } from '../refusal-words.ts'
import { mailboxState, moveCursor, noteRead, noteUnreachable } from './cursor.ts'
import type { Envelope, Mailbox, OpenMailbox } from './inbox.ts'
import { type IncomingNeeds, takeMail } from './take-mail.ts'

/** How often the mailbox is read, in milliseconds. */
const EVERY_MS = 2 * MINUTE_MS
/** How far the clock of the mail server may be behind, in milliseconds. */
const BEHIND_MS = 5 * MINUTE_MS

/** Reads the mailbox every two minutes. Returns a function that stops it. */
export function startIncoming(needs: IncomingNeeds, open: OpenMailbox): () => void {
  return repeat(async () => {
    await readMailbox(needs, open).catch((error: unknown) => noteFailure(needs, error))
    return EVERY_MS
  })
}

function noteFailure({ db, clock }: IncomingNeeds, error: unknown): void {
  const said = error instanceof Error ? error.message : String(error)
  try {
    if (!mailboxState(db)?.failingSince) logProblem('incoming mail', withoutAddresses(said))
    noteUnreachable(db, clock, said)
  } catch {
    // A database that cannot be written shows up elsewhere.
  }
}

/** Reads what came since the last time. On the first start, only what comes later. */
export async function readMailbox(needs: IncomingNeeds, open: OpenMailbox): Promise<void> {
  const { db, clock } = needs
  const mailbox = await open()
  try {
    const former = mailboxState(db)
    if (!former?.uidValidity) moveCursor(db, clock, { uidValidity: mailbox.uidValidity, uid: mailbox.uidNext - 1 })
    else {
      for await (const mail of newMail(mailbox, former)) await takeOrSkip(needs, mailbox, mail)
      moveCursor(db, clock, { uidValidity: mailbox.uidValidity, uid: mailbox.uidNext - 1 })
    }
    if (former?.failingSince) log('incoming mail: the mailbox can be read again')
    noteRead(db, clock)
  } finally {
    await mailbox.close()
  }
}

/** Attempts of a message that cannot be read, before those after it are no longer held up by it. */
const TRIES_MAX = 3
/** Number of the message that failed last, and how often it did. */
const stuck = { uid: 0, times: 0 }

async function takeOrSkip(needs: IncomingNeeds, mailbox: Mailbox, mail: Envelope): Promise<void> {
  const { uid } = mail
  try {
    await takeMail(needs, mailbox, mail)
    stuck.times = 0
  } catch (error) {
    Object.assign(stuck, { uid, times: stuck.uid === uid ? stuck.times + 1 : 1 })
    if (stuck.times < TRIES_MAX || sqliteCode(error)) throw error
    logProblem('incoming mail', `message ${uid} of the mailbox cannot be read and stays there`)
    moveCursor(needs.db, needs.clock, { uidValidity: mailbox.uidValidity, uid })
  }
}

/**
 * After the server has numbered its messages anew, what came since shortly before the last reading is looked at
 * again, because its clock may be behind; what is in a thread already is recognised by its Message-ID.
 */
async function* newMail(mailbox: Mailbox, former: { uidValidity: string; uid: number; readAt: string }) {
  if (mailbox.uidValidity === former.uidValidity) {
    if (mailbox.uidNext > former.uid + 1) yield* mailbox.from(former.uid + 1)
    return
  }
  const since = before(new Date(former.readAt), BEHIND_MS)
  for await (const mail of mailbox.since(since.slice(0, 10))) if (mail.at >= since) yield mail
}
