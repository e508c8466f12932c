import type { Lead } from '../../leads/leads.ts'
import type { Desk } from '../desk.ts'

/**
 * Performs an action for the person of a lead: unsubscribes them, or corrects their address.
 * @param signUp reference of the sign-up to end; undefined for a correction
 * @returns the value of `fait` in the redirect, or an error as a French sentence
 */
export async function actForPerson(
  lead: Lead,
  signUp: string | undefined,
  input: Record<string, unknown>,
  { desk, author }: { desk: Desk; author: string | null },
): Promise<{ done: string } | { problem: string }> {
  if (signUp === undefined) {
    const corrected = await desk.correctAddress(lead.reference, String(input.adresse ?? ''), author)
    return 'problem' in corrected ? corrected : { done: corrected.asked ? 'confirmation' : 'corrigee' }
  }
  const isTheirs = desk.lead(lead.reference)?.signUps.some(({ reference }) => reference === signUp)
  if (isTheirs && (await desk.unsubscribe(signUp, author))) return { done: 'desinscrite' }
  return { problem: 'Cette inscription a déjà pris fin : il n’y avait plus rien à faire.' }
}
