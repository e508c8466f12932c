import type { Lead } from '../../leads/leads.ts'
import type { Desk } from '../desk.ts'
import { typedFields } from './typed-fields.ts'

/**
 * Does for the person what a lead's page asks: ends a sign-up of theirs, or else corrects their address. What was typed into
 * the other fields is kept as a draft.
 * @param signUp reference of the sign-up that is to end; undefined for a correction
 * @returns the word of what was done, or a French sentence that says what is wrong
 */
export async function actForPerson(
  lead: Lead,
  signUp: string | undefined,
  input: Record<string, unknown>,
  { desk, author }: { desk: Desk; author: string | null },
): Promise<{ done: string } | { problem: string }> {
  let done = 'desinscrite'
  if (signUp === undefined) {
    const corrected = await desk.correctAddress(lead.reference, String(input.adresse ?? ''), author)
    if ('problem' in corrected) return corrected
    done = corrected.asked ? 'confirmation' : 'corrigee'
  } else {
    const isTheirs = desk.lead(lead.reference)?.signUps.some(({ reference }) => reference === signUp)
    if (!isTheirs || !(await desk.unsubscribe(signUp, author)))
      return { problem: 'Cette inscription a déjà pris fin : il n’y avait plus rien à faire.' }
  }
  // An answer that was begun, and a follow-up that was changed and not saved.
  const typed = typedFields(input)
  const { reponse = '', note = lead.note ?? '', rappel = lead.remind_on ?? '', state = lead.state } = typed
  const isSaved = note === (lead.note ?? '') && rappel === (lead.remind_on ?? '') && state === lead.state
  if (reponse || !isSaved) await desk.keepDraft(author, lead.reference, typed)
  return { done }
}
