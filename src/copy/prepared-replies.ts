import { getCollection } from 'astro:content'
import type { FormName } from '../forms/index.ts'
import type { LeadState } from '../forms/states.ts'
import { values } from './facts/facts.ts'
import { PLACEHOLDER } from './placeholders.ts'

/** An answer that the house has prepared (src/content/emails/reponses). */
export interface PreparedReply {
  id: string
  title: string
  text: string
  /** What the lead becomes once the answer has gone; undefined for what its form has. */
  state: LeadState | undefined
}

/**
 * The answers prepared for a form, the names in them filled.
 * @param filling what REPLY_NAMES stand for
 */
export async function preparedReplies(
  form: FormName,
  filling: Readonly<Record<string, string>>,
): Promise<PreparedReply[]> {
  const entries = await getCollection('reponses', ({ data }) => data.formulaires.includes(form))
  return entries.map(({ id, data, body = '' }) => ({
    id,
    title: data.titre,
    text: body.trim().replace(PLACEHOLDER, (_, name: string) => filling[name] ?? values[name] ?? ''),
    state: data.etat,
  }))
}
