/** Where the house reads a submission in the desk; the desk itself without a reference. */
export function deskLink(siteUrl: string, reference?: string): string {
  return reference ? `${siteUrl}/bureau/${reference}` : `${siteUrl}/bureau`
}

/** Where a token signs in to the desk. */
export function signInLink(siteUrl: string, token: string): string {
  return `${siteUrl}/bureau/entrer/${token}`
}

/** Where a link of a notice shows its one button. */
export function actLink(siteUrl: string, token: string): string {
  return `${siteUrl}/bureau/geste/${token}`
}
