import { getCollection } from 'astro:content'
import type { FormName } from '../forms/index.ts'
import { values } from './facts/facts.ts'
import { PLACEHOLDER } from './placeholders.ts'

/**
 * Returns the prepared replies for a form (src/content/emails/reponses) with their placeholders filled.
 * @param filling values by the names of REPLY_NAMES
 */
export async function preparedReplies(form: FormName, filling: Readonly<Record<string, string>>) {
  const entries = await getCollection('reponses', ({ data }) => data.formulaires.includes(form))
  return entries.map(({ id, data, body = '' }) => ({
    id,
    title: data.titre,
    text: body.trim().replace(PLACEHOLDER, (_, name: string) => filling[name] ?? values[name] ?? ''),
    /** State of the lead after the reply is sent; undefined for the `doneState` of its form. */
    state: data.etat,
  }))
}
