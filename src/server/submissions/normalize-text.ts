/** A text as it is compared: no case, no accents, ligatures and apostrophes in their plain form. */
export function foldText(text: string): string {
  const lower = text.toLowerCase()
  // Most texts of an address book are plain already.
  if (/^[ -~\n]*$/.test(lower)) return lower
  return lower.replaceAll('œ', 'oe').replaceAll('æ', 'ae').replaceAll('’', "'").normalize('NFD').replace(/\p{M}/gu, '')
}
