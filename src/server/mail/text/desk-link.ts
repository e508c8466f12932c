/** Where the house reads a submission in the desk; the desk itself without a reference. */
export function deskLink(siteUrl: string, reference?: string): string {
  return reference ? `${siteUrl}/bureau/${reference}` : `${siteUrl}/bureau`
}
