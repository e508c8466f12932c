/** How a lead can end, as in the CHECK of its column, with the words of the page. */
export const OUTCOMES = {
  accepted: 'acceptée',
  declined: 'refusée',
  refunded: 'remboursée',
  closed: 'sans suite',
} as const
export type Outcome = keyof typeof OUTCOMES

/** Returns the outcome of a name, in English or in French; undefined for any other text. */
export function outcomeNamed(name: unknown): Outcome | undefined {
  return (Object.keys(OUTCOMES) as Outcome[]).find((outcome) => outcome === name || OUTCOMES[outcome] === name)
}
