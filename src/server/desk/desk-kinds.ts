import { longDay } from '../../forms/calendar.ts'
import { colleaguesOf } from '../config.ts'
import type { Database } from '../database/database.ts'
import { authorName } from '../leads/authors.ts'
import { sentToPerson } from '../leads/lead-mail.ts'
import { findLead, formOf, type Lead } from '../leads/leads.ts'
import { filesOf, forgetFiles, rowOfMessage, type ThreadRow, threadOf } from '../leads/thread.ts'
import { answerFailed, HANDED } from '../leads/turn.ts'
import type { WriterNeeds, Writers } from '../mail/kinds.ts'
import { type Email, GENERATED } from '../mail/mail.ts'
import { type Block, paragraph } from '../mail/text/blocks.ts'
import { answerLines, leadValues, writeToHouse } from '../mail/text/lead-words.ts'
import { breakLinks, headerWords, quotedLines, visible } from '../mail/text/quoted-words.ts'
import { systemRandom } from '../tokens.ts'
import { signInLink } from './access/destination.ts'
import { newLink } from './access/sessions.ts'
import { splitQuoted } from './lead/split-quoted.ts'

/** Age at which a queued sign-in link is dropped, in milliseconds. */
const SIGN_IN_WAIT_MS = 30 * 60_000

/** Returns the writers of the messages of the desk: sign-in links, answers, and leads handed over. */
export function deskWriters(needs: WriterNeeds): Pick<Writers, 'sign-in' | 'reply' | 'handed'> {
  const { db, clock, siteUrl, emails, mail, house } = needs
  return {
    'sign-in': {
      write({ messages: [{ reference: destination, recipient, created_at }] }) {
        if (recipient === null || clock().getTime() - Date.parse(created_at) > SIGN_IN_WAIT_MS) return undefined
        const link = signInLink(siteUrl, newLink(db, clock, systemRandom, destination, recipient))
        return { ...emails.set('bureau-lien', { values: {}, href: link }), to: [recipient], headers: GENERATED }
      },
    },
    reply: {
      write({ messages: [{ message_id, reference, recipient }] }) {
        const answer = rowOfMessage(db, message_id)
        const lead = findLead(db, reference)
        if (!answer || !lead || recipient === null) return undefined
        const received = threadOf(db, reference).findLast(({ kind }) => kind === 'received')
        // What came from another address is never quoted to this one.
        const last = received?.from_address ? undefined : received
        const email = replyEmail(needs, lead, answer.text, last)
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
        const by = rows.findLast(({ kind, text }) => kind === 'event' && text.startsWith(HANDED))?.author ?? null
        const lines = words?.split('\n').map(visible) ?? answerLines(lead)
        const values = { demande: formOf(lead).deskTitle, par: authorName(by, null, colleaguesOf(mail)) }
        const email = writeToHouse(
          needs,
          'bureau-confiee',
          lead,
          { derniers_mots: [{ type: 'quotation', lines }] },
          values,
        )
        return { ...email, to: [recipient], headers: GENERATED }
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

/**
 * Writes an answer of the house, with what it answers quoted below: their last message, or the long answers of their
 * form. Links in the quote are broken up, because the address is not verified. The subject is that of their message, or
 * else of the acknowledgement, so that mail programs group them.
 * @param last their last message, unless it came from another address
 */
function replyEmail(needs: WriterNeeds, lead: Lead, text: string, last: ThreadRow | undefined): Email {
  const { emails } = needs
  const form = formOf(lead)
  const paragraphs = text.split(/\n[ \t]*\n/).map((words) => paragraph(linked(words.trim())))
  const long = Object.entries(form.fields).flatMap(([name, { label, kind }]) =>
    kind === 'textarea' && lead[name] ? [{ label, value: String(lead[name]) }] : [],
  )
  const lines = last ? splitQuoted(last.text).own.split('\n') : quotedLines(long)
  const heading = `Le ${longDay(last?.at ?? lead.created_at)}, vous nous écriviez :`
  const quotation: Block[] = lines.length > 0 ? [{ type: 'quotation', heading, lines: lines.map(breakLinks) }] : []
  const acknowledgement = { values: leadValues(needs, lead), blocks: { declarations: [], fermeture: [] } }
  const answered = form.isList ? form.title : emails.set(`accuse-${lead.form}`, acknowledgement).subject
  const subject = last?.subject?.replace(/^(?:re|ré|rép|aw|sv)\s*:\s*/i, '').trim() || answered
  // Mail programs recognize «Re:» without the French space before the colon.
  return {
    ...emails.setWords({ subject: answered, title: '', blocks: [...paragraphs, ...quotation] }, false),
    subject: `Re: ${headerWords(subject)}`,
  }
}

/** Makes the addresses in an answer links. */
function linked(words: string): string {
  return words.replace(/(?<![[(<])https?:\/\/[^\s<>()[\]]*[^\s<>()[\].,;:!?»’'"]/g, (url) => `[${url}](${url})`)
}
