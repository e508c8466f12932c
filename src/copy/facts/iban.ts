/**
 * True for an IBAN with a valid key: the country and key moved to the end, letters as numbers from 10, modulo 97 is 1
 * (ISO 13616, ISO 7064). A French one has 27 characters.
 */
export function isIban(text: string): boolean {
  const iban = text.replace(/[\s\u00A0\u202F.]/g, '')
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban) || (iban.startsWith('FR') && iban.length !== 27)) return false
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return BigInt(digits) % 97n === 1n
}
