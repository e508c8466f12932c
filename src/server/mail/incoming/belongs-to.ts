import { allForms } from '../../../forms/index.ts'
import { type Database, pluck } from '../../database/database.ts'
import { findLead, formOf, type Lead, leadsFrom } from '../../leads/leads.ts'
import { rowOfMessage } from '../../leads/thread.ts'
import type { Envelope } from './inbox.ts'

/** Our references in a subject, such as C-7K3M-9QX2. */
const REFERENCE = new RegExp(`\\b[${allForms.map(({ prefix }) => prefix).join('')}]-[\\dA-Z]{4}-[\\dA-Z]{4}\\b`, 'g')
/** Most ids that are looked up of a message, because anyone can send thousands. */
const IDS_MAX = 50
const LEADS_MAX = 20

/**
 * Returns the lead that a message belongs to: the one of the e-mail that it answers, else the one that its subject
 * names, else the last one of its sender that is no entry of a list. Undefined for all others, which stay where they
 * are.
 */
export function leadOf(db: Database, { headers, subject, from }: Envelope): Lead | undefined {
  const answered = answeredIds(headers).flatMap((id) => referenceOfMessage(db, id) ?? [])
  const named = subject.match(REFERENCE) ?? []
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
