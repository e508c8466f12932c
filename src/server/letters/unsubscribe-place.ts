/** The name that a letter calls the link by which its reader unsubscribes: {{ desinscription }}. */
export const UNSUBSCRIBE_NAME = 'desinscription'

/** What stands in a stored letter where each recipient has a link of their own. The page behind it knows no such link. */
export function unsubscribePlace(siteUrl: string): string {
  return `${siteUrl}${UNSUBSCRIBE_PATH}`
}

export const UNSUBSCRIBE_PATH = '/desinscription/lien-personnel'
