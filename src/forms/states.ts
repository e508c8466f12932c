/** States of a lead, in the order shown, as in the CHECK of the table. A form uses some (`FormShape.states`). */
export const STATES = ['nouvelle', 'en cours', 'répondue', 'acceptée', 'refusée', 'remboursée', 'sans suite'] as const
export type LeadState = (typeof STATES)[number]

/** States of leads that are still to be handled. */
export const WAITING: readonly LeadState[] = ['nouvelle', 'en cours']

/** States of a form that declares none. */
export const USUAL_STATES: readonly LeadState[] = ['nouvelle', 'en cours', 'répondue', 'sans suite']

/** Returns the state with the plural that a count needs: «2 nouvelles», «3 en cours». */
export function stateOf(count: number, state: LeadState): string {
  return count > 1 && !state.includes(' ') ? `${state}s` : state
}
