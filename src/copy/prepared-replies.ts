import { getCollection } from 'astro:content'
import { longDay } from '../forms/calendar.ts'
import type { Form } from '../forms/form.ts'
import { type FormName, forms } from '../forms/index.ts'
import { outcomeNamed } from '../forms/outcomes.ts'
import type { PreparedReply } from '../forms/prepared-reply.ts'
import { company, values } from './facts/facts.ts'
import { PLACEHOLDER } from './placeholders.ts'

/**
 * Returns the prepared answers for a form (src/content/emails/reponses).
 * @param filling values by the names of `filledInReply`, except jour_promis
 * @param dayIn returns the day a number of days from today, AAAA-MM-JJ
 */
export async function preparedReplies(
  name: FormName,
  filling: Readonly<Record<string, string>>,
  dayIn: (days: number) => string,
): Promise<PreparedReply[]> {
  const form: Form = forms[name]
  const entries = await getCollection('reponses', ({ data }) => data.formulaires.includes(name))
  return entries.map(({ id, data, body = '' }) => {
    const remindOn = data.rappel ? dayIn(data.rappel) : undefined
    const own: Readonly<Record<string, string>> = remindOn ? { ...filling, jour_promis: longDay(remindOn) } : filling
    const outcome = outcomeNamed(data.etat)
    return {
      id,
      title: data.titre,
      text: body.trim().replace(PLACEHOLDER, (_, key: string) => ibanFor(key) ?? own[key] ?? values[key] ?? ''),
      // Some answers are for several forms, not all of which can end so.
      outcome: outcome && form.outcomes.includes(outcome) ? outcome : undefined,
      remindOn,
      carriesTerms: data.joint === 'conditions',
    }
  })
}

/** Returns the bank account, which the check allows in one reply alone (filledInReply), or a gap to fill. */
function ibanFor(name: string): string | undefined {
  return name === 'iban' ? company.iban || '[à compléter : IBAN]' : undefined
}
