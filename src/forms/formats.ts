/** Maximum length of an e-mail address, its domain in ASCII, in characters (RFC 5321 §4.5.3.1; also a CHECK of the columns). */
export const EMAIL_MAX = 254

/** True for an e-mail address with a dot in its domain. */
export function isEmail(value: string): boolean {
  return /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i.test(
    value,
  )
}

/** Writes a domain with accents in ASCII (RFC 5891), as mail servers know it; of the browsers only Chrome does so. */
export function withAsciiDomain(address: string): string {
  const [, local = '', domain = ''] = /^([^@]+@)([^@\s/?#:\\]+)$/.exec(address) ?? []
  if (!/[^\0-\x7f]/.test(domain)) return address
  try {
    return local + new URL(`http://${domain}`).hostname
  } catch {
    return address
  }
}

/**
 * True for a telephone number of 6 to 15 digits with spaces, dots, dashes, slashes, brackets or a leading plus, and
 * possibly the extension of a shop.
 */
export function isTelephone(value: string): boolean {
  const number = withoutExtension(value)
  return /^\(?\+?[\d\s().\-\u2010-\u2015\u2212/]+$/.test(number) && /^\d{6,15}$/.test(number.replace(/\D/g, ''))
}

/** Returns a telephone number without its extension, such as «poste 12». */
export function withoutExtension(value: string): string {
  return value.replace(/\s*\b(?:poste|ext)\.?\s*\d{1,6}$/i, '')
}

/** True for a complete web address, http or https. */
export function isWebAddress(value: string): boolean {
  try {
    return /^https?:\/\/\S+$/i.test(value) && new URL(value).hostname.includes('.')
  } catch {
    return false
  }
}

/** True for an existing day, AAAA-MM-JJ. */
export function isDay(value: string): boolean {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(value) ? new Date(`${value}T00:00:00Z`) : undefined
  return day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}
