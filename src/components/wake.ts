/** Sent to an island of `client:touch` that is to hydrate before it is touched. */
export const WAKE = 'hera:wake'
