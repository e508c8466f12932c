import { dayInParis } from '../../forms/calendar.ts'
import type { Clock } from '../clock.ts'
import { recipientsOf } from '../config.ts'
import type { Database } from '../database/database.ts'
import { BY_SITE } from '../leads/follow-up/authors.ts'
import { changeFollowUp, recordOtherChange } from '../leads/follow-up/follow-up.ts'
import { findLead } from '../leads/leads.ts'
import type { MessageKind, WritersOf } from '../mail/kinds.ts'
import { GENERATED } from '../mail/mail.ts'
import type { WriterNeeds } from '../mail/message-kinds.ts'
import { sentToPerson } from '../mail/outbox-admin.ts'
import { systemRandom } from '../tokens.ts'
import { signInLink } from './access/destination.ts'
import { createDeskSessions } from './access/sessions.ts'
import { replyOf } from './lead/replies.ts'

/** Age at which a queued sign-in link is dropped, in milliseconds. */
const SIGN_IN_WAIT_MS = 30 * 60_000
/** Entry in the history of a lead. */
const NOT_ARRIVED = 'votre réponse n’est pas arrivée'

/** The kinds of messages of the desk: sign-in links, first in order, and replies of the owner. */
export const deskKinds = [
  { name: 'sign-in', label: 'entrée au bureau', stream: 'urgent', place: 10 },
  { name: 'reply', label: 'réponse', stream: 'staff', place: 20 },
] as const satisfies readonly MessageKind[]

/** Returns the writers of `deskKinds`. */
export function deskWriters({ db, clock, siteUrl, messages, mail }: WriterNeeds): WritersOf<typeof deskKinds> {
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
        const addresses = recipientsOf(mail, lead.form)
        // Replies go to the author if the form's MAIL_TO contains that address, otherwise to the first address.
        const replyTo = addresses.find((address) => address === reply.author) ?? addresses[0]
        const headers = threadHeaders(db, reference)
        return { ...messages.reply(lead, reply.text), to: [recipient], ...(replyTo && { replyTo }), headers }
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
