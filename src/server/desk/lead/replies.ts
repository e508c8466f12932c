import { REPLY_UNDO_S } from '../../../browser/timings.ts'
import { clean } from '../../../forms/answer-schema.ts'
import { dayInParis } from '../../../forms/calendar.ts'
import type { LeadState } from '../../../forms/states.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { type ChangeResult, changeFollowUp, type FollowUpChange, leadChanges } from '../../leads/follow-up/follow-up.ts'
import { findLead, formOf, type Lead } from '../../leads/leads.ts'
import { reindex } from '../../leads/search.ts'
import type { Outbox } from '../../mail/outbox.ts'
import { isWaiting } from '../../mail/outbox-admin.ts'
import type { LeadDrafts } from './lead-drafts.ts'

/** Maximum length of a reply, in characters (also a CHECK of the column). */
export const REPLY_MAX = 20_000

/** A reply of the owner in the thread of a lead; times are UTC ISO text. */
export interface Reply {
  id: number
  reference: string
  at: string
  /** Signed-in address of its author; null if unknown. */
  author: string | null
  text: string
  /** Message-ID header without brackets; null if sent with the owner's own mail program. */
  message_id: string | null
  state_before: LeadState
}

/** A reply to be sent, with the follow-up of its lead. */
export interface NewReply {
  reference: string
  text: string
  follow: FollowUpChange
  /** Version of the lead that the author saw. */
  version: number
  /**
   * Id of the last reply that the author saw. If there is a newer one, nothing is sent; if that one is identical, with
   * the same note and reminder, the button was pressed twice, which counts as success.
   */
  last: number
  /** True if it is sent with the owner's own mail program. */
  byHand: boolean
}

/** Sends replies to leads; call inside a transaction. @param outbox undefined if no SMTP server is configured */
export function createReplies(db: Database, clock: Clock, outbox: Outbox | undefined, drafts: LeadDrafts) {
  const insert = db.prepare(
    `INSERT INTO replies (reference, at, author, text, message_id, state_before)
     VALUES (@reference, @at, @author, @text, @messageId, @before)`,
  )
  const find = db.prepare<[number], Reply>('SELECT * FROM replies WHERE id = ?')
  const newest = db.prepare<[string], Reply>('SELECT * FROM replies WHERE reference = ? ORDER BY id DESC LIMIT 1')
  const remove = db.prepare('DELETE FROM replies WHERE id = ?')
  return {
    /** Returns a reply; `waits` is true until sending has begun. */
    find(id: number): (Reply & { waits: boolean }) | undefined {
      const reply = find.get(id)
      return reply && { ...reply, waits: isWaiting(db, reply.message_id) }
    },
    /** Replies to a lead: queues the e-mail, stores the text in the thread and changes the follow-up. */
    send(
      { reference, text, follow, version, last, byHand }: NewReply,
      author: string | null,
    ): ChangeResult | { kind: 'answered'; id: number } | { kind: 'answered before' } {
      const lead = findLead(db, reference)
      if (!lead) return { kind: 'conflict' }
      const before = newest.get(reference)
      if (before && before.id > last)
        return before.text === text && before.author === author && isFollowUp(lead, follow, dayInParis(clock()))
          ? { kind: 'answered', id: before.id }
          : { kind: 'answered before' }
      const changed = changeFollowUp(db, clock, reference, follow, version, author)
      if (changed.kind !== 'changed') return changed
      const now = clock()
      const notBefore = new Date(now.getTime() + REPLY_UNDO_S * 1000)
      const message = { kind: 'reply', form: lead.form, reference, recipient: lead.email, notBefore }
      const messageId = byHand || !outbox ? null : outbox.add(message)
      const { lastInsertRowid } = insert.run({
        reference,
        at: now.toISOString(),
        author,
        text,
        messageId,
        before: lead.state,
      })
      reindex(db, reference)
      drafts.drop(author, reference)
      return { kind: 'answered', id: Number(lastInsertRowid) }
    },
    /**
     * Undoes a reply whose sending has not begun: turns it into a draft, above what was written since, and restores
     * state and reminder of the lead. Returns it; undefined if it is too late.
     */
    takeBack(id: number, author: string | null): Reply | undefined {
      const reply = find.get(id)
      const lead = reply && findLead(db, reply.reference)
      if (!reply?.message_id || !lead || !outbox?.takeBack(reply.message_id)) return undefined
      remove.run(id)
      reindex(db, lead.reference)
      const [made, before] = leadChanges(db, lead.reference).filter(({ at }) => at <= reply.at)
      const today = dayInParis(clock())
      const due = before?.remind_on && before.remind_on < today ? today : before?.remind_on
      const remind_on = lead.remind_on === made?.remind_on ? (due ?? '') : lead.remind_on
      changeFollowUp(db, clock, lead.reference, { state: reply.state_before, remind_on }, lead.version, author)
      // The version and the last reply that the draft was based on are no longer the current ones.
      const former = drafts.find(author, lead.reference)?.fields ?? {}
      const { reponse: since, version: _, derniere: __, ...followUp } = former
      const reponse = [...new Set([reply.text, since])].filter(Boolean).join('\n\n')
      drafts.keep(author, lead.reference, { ...followUp, reponse, etat: made?.state ?? '' })
      return reply
    },
  }
}

/**
 * True if note and reminder of a lead equal the input, or are missing there. A due reminder was removed by the first
 * press, but the page of the second still contains it.
 */
function isFollowUp(lead: Lead, { note, remind_on: day }: FollowUpChange, today: string): boolean {
  const isSame = (typed: unknown, kept: string | null) => typed === undefined || (clean(typed) || null) === kept
  const isDue = typeof day === 'string' && day <= today
  return isSame(note, lead.note) && (isDue || isSame(day, lead.remind_on))
}

/** Returns the replies to a lead, oldest first. */
export function repliesTo(db: Database, reference: string): Reply[] {
  return db.prepare<[string], Reply>('SELECT * FROM replies WHERE reference = ? ORDER BY id').all(reference)
}

/** Returns the reply of a message in the outbox. */
export function replyOf(db: Database, messageId: string): Reply | undefined {
  return db.prepare<[string], Reply>('SELECT * FROM replies WHERE message_id = ?').get(messageId)
}

/** Returns the state of a lead after a reply: a refund stays due, and a sign-up keeps its state. */
export function stateAfterReply(lead: Lead): LeadState {
  const form = formOf(lead)
  if (form.isList) return lead.state
  return form.isWithdrawal ? 'en cours' : form.doneState
}
