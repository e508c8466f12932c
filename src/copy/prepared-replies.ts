import { getCollection } from 'astro:content'
import type { FormName } from '../forms/index.ts'
import { company, values } from './facts/facts.ts'
import { PLACEHOLDER, WITH_IBAN } from './placeholders.ts'

/**
 * Returns the prepared replies for a form (src/content/emails/reponses) with their placeholders filled.
 * @param filling values by the names of `filledInReply`
 */
export async function preparedReplies(form: FormName, filling: Readonly<Record<string, string>>) {
  const entries = await getCollection('reponses', ({ data }) => data.formulaires.includes(form))
  return entries.map(({ id, data, body = '' }) => ({
    id,
    title: data.titre,
    text: body
      .trim()
      .replace(PLACEHOLDER, (_, name: string) => ibanFor(id, name) ?? filling[name] ?? values[name] ?? ''),
    /** State of the lead after the reply is sent; undefined for the `doneState` of its form. */
    state: data.etat,
  }))
}

/** Returns the bank account for the one reply that states it, or a gap to fill. */
function ibanFor(id: string, name: string): string | undefined {
  return id === WITH_IBAN && name === 'iban' ? company.iban || '[à compléter : IBAN]' : undefined
}
