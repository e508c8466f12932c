/** Returns the URL of a submission in the desk, or of the desk itself. */
export function deskLink(siteUrl: string, reference?: string): string {
  return reference ? `${siteUrl}/bureau/${reference}` : `${siteUrl}/bureau`
}

/** Returns the URL at which a token signs in to the desk. */
export function signInLink(siteUrl: string, token: string): string {
  return `${siteUrl}/bureau/entrer/${token}`
}

/** Returns the URL of the page with the one button for an action link of a notice. */
export function actLink(siteUrl: string, token: string): string {
  return `${siteUrl}/bureau/geste/${token}`
}
