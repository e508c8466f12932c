import type { Lead } from '../../leads/leads.ts'
import type { Desk } from '../desk.ts'
import { typedFields } from './typed-fields.ts'

/** The buttons of a lead's page that do something for the person. */
const ACTS = ['corriger', 'desinscrire'] as const
type PersonAct = (typeof ACTS)[number]

export function isPersonAct(action: string): action is PersonAct {
  return ACTS.some((act) => act === action)
}

/**
 * Does what a button for the person says, and keeps what was typed into the other fields as a draft.
 * @param what reference of the sign-up that is to end
 * @returns the word of what was done, or a French sentence that says what is wrong
 */
export async function actForPerson(
  act: PersonAct,
  what: string,
  lead: Lead,
  input: Record<string, unknown>,
  { desk, author }: { desk: Desk; author: string | null },
): Promise<{ done: string } | { problem: string }> {
  const { reference } = lead
  if (act === 'corriger') {
    const corrected = await desk.correctAddress(reference, String(input.adresse ?? ''), author)
    if ('problem' in corrected) return corrected
    await keepTyped(lead, input, desk, author)
    return { done: corrected.asked ? 'confirmation' : 'corrigee' }
  }
  const isTheirs = desk.lead(reference)?.signUps.some((signUp) => signUp.reference === what)
  if (!isTheirs || !(await desk.unsubscribe(what, author)))
    return { problem: 'Cette inscription a déjà pris fin : il n’y avait plus rien à faire.' }
  await keepTyped(lead, input, desk, author)
  return { done: 'desinscrite' }
}

/** Keeps an answer that was begun, and a follow-up that was changed and not saved. */
async function keepTyped(lead: Lead, input: Record<string, unknown>, desk: Desk, author: string | null) {
  const typed = typedFields(input)
  const { reponse = '', note = lead.note ?? '', rappel = lead.remind_on ?? '', state = lead.state } = typed
  const isSaved = note === (lead.note ?? '') && rappel === (lead.remind_on ?? '') && state === lead.state
  if (reponse || !isSaved) await desk.keepDraft(author, lead.reference, typed)
}
