export const DESK = '/bureau'
/** The sign-in page. */
export const SIGN_IN = `${DESK}/connexion`

/** True for a route of the desk. */
export function isDesk(routePattern: string): boolean {
  return routePattern === DESK || routePattern.startsWith(`${DESK}/`)
}

/** True for a route of the desk that shows the sign-in page to whoever has no session; false where one signs in. */
export function needsSession(routePattern: string): boolean {
  return ![SIGN_IN, `${DESK}/entrer/[token]`].includes(routePattern)
}

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
