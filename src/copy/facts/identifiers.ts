/** True for nine digits with a valid key (Luhn), as INSEE gives to each business; spaces between groups are allowed. */
export function isSiren(text: string): boolean {
  const digits = withoutSpaces(text)
  return /^\d{9}$/.test(digits) && luhn(digits)
}

/** True for FR, a key of two digits and the SIREN: the key is (12 + 3 × SIREN mod 97) mod 97 (BOI-TVA-DECLA-20-10-10). */
export function isFrenchVat(text: string): boolean {
  const [, key, siren = ''] = /^FR(\d{2})(\d{9})$/.exec(withoutSpaces(text)) ?? []
  return isSiren(siren) && Number(key) === (12 + 3 * (Number(siren) % 97)) % 97
}

/**
 * True for an IBAN with a valid key: the country and key moved to the end, letters as numbers from 10, modulo 97 is 1
 * (ISO 13616, ISO 7064). A French one has 27 characters.
 */
export function isIban(text: string): boolean {
  const iban = withoutSpaces(text)
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban) || (iban.startsWith('FR') && iban.length !== 27)) return false
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return BigInt(digits) % 97n === 1n
}

/** Removes the spaces and dots between the groups of an identifier. */
function withoutSpaces(text: string): string {
  return text.replace(/[\s\u00A0\u202F.]/g, '')
}

/** Luhn check: the sum of the digits, every second from the right doubled, is a multiple of ten (ISO/IEC 7812-1). */
function luhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
