/**
 * What may become of a lead, in the order shown; the first two wait for the house. The CHECK of the table of leads says the
 * same. Each form has some of them (`FormShape.states`).
 */
export const STATES = ['nouvelle', 'en cours', 'répondue', 'acceptée', 'refusée', 'remboursée', 'sans suite'] as const
export type LeadState = (typeof STATES)[number]

/** The states in which the house still has something to do. */
export const WAITING: readonly LeadState[] = ['nouvelle', 'en cours']

/** The states of a form that declares none. */
export const USUAL_STATES: readonly LeadState[] = ['nouvelle', 'en cours', 'répondue', 'sans suite']

/** A state as one says it of so many leads: «2 nouvelles», «3 en cours». */
export function stateOf(count: number, state: LeadState): string {
  return count > 1 && !state.includes(' ') ? `${state}s` : state
}
