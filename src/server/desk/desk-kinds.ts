import { dayInParis } from '../../forms/calendar.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { BY_SITE } from '../leads/follow-up/authors.ts'
import { changeFollowUp, recordOtherChange } from '../leads/follow-up/follow-up.ts'
import { findLead } from '../leads/leads.ts'
import type { Writers } from '../mail/kinds.ts'
import { GENERATED } from '../mail/mail.ts'
import { sentToPerson } from '../mail/outbox-admin.ts'
import type { WriterNeeds } from '../mail/writers.ts'
import { systemRandom } from '../tokens.ts'
import { signInLink } from './access/destination.ts'
import { createDeskSessions } from './access/sessions.ts'
import { replyOf } from './lead/replies.ts'

/** Age at which a queued sign-in link is dropped, in milliseconds. */
const SIGN_IN_WAIT_MS = 30 * 60_000
/** Entry in the history of a lead. */
const NOT_ARRIVED = 'votre réponse n’est pas arrivée'

/** Returns the writers of the messages of the desk: sign-in links and answers of the owner. */
export function deskWriters({ db, clock, siteUrl, messages, house }: WriterNeeds): Pick<Writers, 'sign-in' | 'reply'> {
  const sessions = createDeskSessions(db, clock, systemRandom)
  return {
    'sign-in': {
      write({ messages: [{ reference: destination, recipient, created_at }] }) {
        if (recipient === null || clock().getTime() - Date.parse(created_at) > SIGN_IN_WAIT_MS) return undefined
        const link = signInLink(siteUrl, sessions.newLink(destination, recipient))
        return { ...messages.signIn(link), to: [recipient], headers: GENERATED }
      },
    },
    reply: {
      write({ messages: [{ message_id, reference, recipient }] }) {
        const reply = replyOf(db, message_id)
        const lead = findLead(db, reference)
        if (!reply || !lead || recipient === null) return undefined
        const headers = threadHeaders(db, reference)
        return { ...messages.reply(lead, reply.text), to: [recipient], replyTo: house, headers }
      },
      onFailed: ({ reference }) => reopenUnanswered(db, clock, reference),
    },
  }
}

/** Reopens a lead whose reply was not delivered, with a reminder for today. */
function reopenUnanswered(db: Database, clock: Clock, reference: string): void {
  const reopen = db.transaction(() => {
    recordOtherChange(db, clock, reference, NOT_ARRIVED, BY_SITE)
    const lead = findLead(db, reference)
    if (!lead) return
    const back = { remind_on: dayInParis(clock()), ...(lead.state === 'répondue' && { state: 'en cours' }) }
    changeFollowUp(db, clock, reference, back, lead.version, BY_SITE)
  })
  reopen.immediate()
}

/** Threads a reply with the acknowledgement and earlier replies (RFC 5322 §3.6.4). */
function threadHeaders(db: Database, reference: string): Record<string, string> {
  const before = sentToPerson(db, reference, ['acknowledgement', 'withdrawal', 'reply']).map((id) => `<${id}>`)
  const [first] = before
  return first ? { 'In-Reply-To': first, References: before.join(' ') } : {}
}
