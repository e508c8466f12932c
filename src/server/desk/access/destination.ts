export const DESK = '/bureau'

/** The desk and what is below it, without a query: no other site and no other page of ours. */
const BELOW = /^\/bureau(?:\/[A-Za-z\d-]{1,60}){0,2}$/

/** The page of the desk to show after signing in; the desk itself for anything that is none. */
export function deskDestination(path: unknown): string {
  return typeof path === 'string' && BELOW.test(path) ? path : DESK
}
