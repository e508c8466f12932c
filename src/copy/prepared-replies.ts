import { getCollection } from 'astro:content'
import type { FormName } from '../forms/index.ts'
import { values } from './facts/facts.ts'
import { PLACEHOLDER } from './placeholders.ts'

/**
 * The answers that the house has prepared for a form (src/content/emails/reponses), the names in them filled.
 * @param filling what REPLY_NAMES stand for
 */
export async function preparedReplies(form: FormName, filling: Readonly<Record<string, string>>) {
  const entries = await getCollection('reponses', ({ data }) => data.formulaires.includes(form))
  return entries.map(({ id, data, body = '' }) => ({
    id,
    title: data.titre,
    text: body.trim().replace(PLACEHOLDER, (_, name: string) => filling[name] ?? values[name] ?? ''),
    /** What the lead becomes once the answer has gone; undefined for what its form has. */
    state: data.etat,
  }))
}
