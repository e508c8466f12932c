/** Sent to the document when the popup's form has been stored. */
export const STORED = 'hera:waitlist-stored'
