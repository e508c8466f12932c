import type { Database } from '../database/database.ts'
import { authorName } from '../leads/authors.ts'
import { findLead } from '../leads/leads.ts'
import { filesOf, forgetFiles, lastReceived, rowOfMessage, threadOf } from '../leads/thread.ts'
import { answerFailed } from '../leads/turn.ts'
import type { Writers } from '../mail/kinds.ts'
import { GENERATED } from '../mail/mail.ts'
import { sentToPerson } from '../mail/outbox-admin.ts'
import type { WriterNeeds } from '../mail/writers.ts'
import { systemRandom } from '../tokens.ts'
import { signInLink } from './access/destination.ts'
import { newLink } from './access/sessions.ts'
import { splitQuoted } from './lead/split-quoted.ts'

/** Age at which a queued sign-in link is dropped, in milliseconds. */
const SIGN_IN_WAIT_MS = 30 * 60_000

/** Returns the writers of the messages of the desk: sign-in links, answers, and leads handed over. */
export function deskWriters(needs: WriterNeeds): Pick<Writers, 'sign-in' | 'reply' | 'handed'> {
  const { db, clock, siteUrl, messages, house } = needs
  return {
    'sign-in': {
      write({ messages: [{ reference: destination, recipient, created_at }] }) {
        if (recipient === null || clock().getTime() - Date.parse(created_at) > SIGN_IN_WAIT_MS) return undefined
        const link = signInLink(siteUrl, newLink(db, clock, systemRandom, destination, recipient))
        return { ...messages.signIn(link), to: [recipient], headers: GENERATED }
      },
    },
    reply: {
      write({ messages: [{ message_id, reference, recipient }] }) {
        const answer = rowOfMessage(db, message_id)
        const lead = findLead(db, reference)
        if (!answer || !lead || recipient === null) return undefined
        const received = lastReceived(db, reference)
        // What came from another address is never quoted to this one.
        const last = received?.from_address ? undefined : received
        const email = messages.reply(lead, answer.text, last && { ...last, text: splitQuoted(last.text).own })
        const headers = threadHeaders(db, reference, last?.message_id ?? undefined)
        return { ...email, to: [recipient], replyTo: house, headers, files: filesOf(db, answer.id) }
      },
      onSent: ({ message_id }) => forgetFiles(db, message_id),
      onFailed: ({ message_id }) => void db.transaction(() => answerFailed(db, clock, message_id)).immediate(),
    },
    handed: {
      write({ messages: [{ reference, recipient }] }) {
        const lead = findLead(db, reference)
        if (!lead || recipient === null) return undefined
        const rows = threadOf(db, reference)
        const words = rows.findLast(({ kind }) => kind === 'received')?.text
        const by = rows.findLast(({ kind, text }) => kind === 'event' && text.includes(recipient))?.author ?? null
        return { ...messages.handed(lead, words, authorName(by, null)), to: [recipient], headers: GENERATED }
      },
    },
  }
}

/** Threads an answer with the acknowledgement, earlier answers and their last message (RFC 5322 §3.6.4). */
function threadHeaders(db: Database, reference: string, last: string | undefined): Record<string, string> {
  const sent = sentToPerson(db, reference, ['acknowledgement', 'withdrawal', 'reply'])
  const ids = [...sent, ...(last ? [last] : [])].map((id) => `<${id}>`)
  const answered = last ? `<${last}>` : ids[0]
  return answered ? { 'In-Reply-To': answered, References: ids.join(' ') } : {}
}
