/** Placeholder of the reader's unsubscribe link in a letter: {{ desinscription }}. */
export const UNSUBSCRIBE_NAME = 'desinscription'

/**
 * Returns the URL that a stored letter contains in place of each recipient's own link. A test keeps it: it leads to
 * an explanatory page, and one-click unsubscribe there ends no sign-up.
 */
export function unsubscribePlace(siteUrl: string): string {
  return `${siteUrl}${UNSUBSCRIBE_PATH}`
}

/** Used in place of a token; real tokens are longer. */
export const TRIAL_TOKEN = 'lien-personnel'
export const UNSUBSCRIBE_PATH = `/desinscription/${TRIAL_TOKEN}`
