import { REPLY_UNDO_S } from '../../../browser/timings.ts'
import type { Outcome } from '../../../forms/outcomes.ts'
import type { Lead } from '../../leads/leads.ts'
import { type AnswerFile, keepFiles, type ThreadRow, threadRow } from '../../leads/thread.ts'
import { answer, saidSince, takeBackAnswer } from '../../leads/turn.ts'
import { isWaiting } from '../../mail/outbox-admin.ts'
import { change, type Desk } from '../desk.ts'

/** Maximum length of an answer, in characters. */
export const REPLY_MAX = 20_000
/** An answer leaves a little after its button to take it back has gone. */
const GRACE_S = 2

/** An answer to be sent. */
interface NewAnswer {
  lead: Lead
  text: string
  files: readonly AnswerFile[]
  outcome: Outcome | undefined
  /** Day of the reminder that the prepared answer names, AAAA-MM-JJ. */
  remindOn: string | undefined
  /** Id of the last message or answer that the page showed. */
  seen: number
  /** True if it goes from the house's own mail program. */
  byHand: boolean
}

/**
 * Sends an answer, or returns the message or answer that its author has not seen. The same answer again is a button
 * pressed twice.
 */
export function sendAnswer(desk: Desk, given: NewAnswer): { id: number; unseen?: undefined } | { unseen: ThreadRow } {
  const { db, clock, author, mail } = desk
  const { lead, text, files, outcome, remindOn, seen, byHand } = given
  const { reference, form, email } = lead
  return change(desk, () => {
    const unseen = saidSince(db, reference, seen)
    if (unseen) {
      const isAgain = unseen.kind === 'sent' && unseen.text === text && unseen.author === author
      return isAgain ? { id: unseen.id } : { unseen }
    }
    const notBefore = new Date(clock().getTime() + (REPLY_UNDO_S + GRACE_S) * 1000)
    const messageId =
      byHand || !mail ? null : mail.outbox.add({ kind: 'reply', form, reference, recipient: email, notBefore })
    const names = files.map(({ name }) => name)
    const id = answer(db, clock, { reference, text, messageId, outcome, remindOn, files: names }, author)
    if (messageId) keepFiles(db, id, files)
    return { id }
  })
}

/** Takes an answer back before it leaves. Returns it; undefined if it is too late. */
export function takeBack(desk: Desk, id: number): ThreadRow | undefined {
  return change(desk, () => {
    const row = threadRow(desk.db, id)
    if (!row?.message_id || !desk.mail?.outbox.takeBack(row.message_id)) return undefined
    takeBackAnswer(desk.db, id)
    return row
  })
}

/** Returns an answer that was just sent, and for how many seconds it can still be taken back. */
export function justSent({ db, clock }: Desk, id: string | null) {
  const row = id === null ? undefined : threadRow(db, Number(id))
  if (row?.kind !== 'sent') return undefined
  const left = REPLY_UNDO_S - Math.ceil((clock().getTime() - Date.parse(row.at)) / 1000)
  return { id: row.id, reference: row.reference, seconds: isWaiting(db, row.message_id) ? Math.max(0, left) : 0 }
}
