/** The name that a letter calls the link by which its reader unsubscribes: {{ desinscription }}. */
export const UNSUBSCRIBE_NAME = 'desinscription'

/**
 * What stands in a stored letter where each recipient has a link of their own, and what a trial leads to: a page that says
 * so, and a click in the mail program that ends nobody's sign-up.
 */
export function unsubscribePlace(siteUrl: string): string {
  return `${siteUrl}${UNSUBSCRIBE_PATH}`
}

/** In place of a token, which is never so short. */
export const TRIAL_TOKEN = 'lien-personnel'
export const UNSUBSCRIBE_PATH = `/desinscription/${TRIAL_TOKEN}`
