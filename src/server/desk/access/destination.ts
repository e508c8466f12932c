export const DESK = '/bureau'

/** Paths of the desk without a query, so that a redirect cannot leave the desk. */
const BELOW = /^\/bureau(?:\/[A-Za-z\d-]{1,60}){0,2}$/

/** Returns the page of the desk to show after signing in; the desk itself for any other path. */
export function deskDestination(path: unknown): string {
  return typeof path === 'string' && BELOW.test(path) ? path : DESK
}

/** Returns the URL at which a token signs in to the desk. */
export function signInLink(siteUrl: string, token: string): string {
  return `${siteUrl}${DESK}/entrer/${token}`
}
