/** Hosts of one service, which reads no dots in the part before the @. */
const GMAIL = /^(gmail|googlemail)\.com$/

/**
 * The mailbox that an address leads to, so that variants of one address count as one: lower case, without `+tag`
 * (RFC 5233), and at Gmail without dots. Only for counting; a message goes to the address as it was given.
 */
export function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase()
  const at = address.lastIndexOf('@')
  const host = address.slice(at + 1)
  // An address may begin with a plus, and is then nobody's tag.
  const person = address.slice(0, at).replace(/(?<=.)\+.*$/, '')
  return GMAIL.test(host) ? `${person.replaceAll('.', '')}@gmail.com` : `${person}@${host}`
}
