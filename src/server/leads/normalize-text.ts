/** A text as a search compares it: in lower case, without accents, ligatures as two letters, straight apostrophes. */
export function normalizeText(text: string): string {
  const lower = text.toLowerCase()
  // Most texts are ASCII, and a search normalizes every row.
  if (/^[ -~\n]*$/.test(lower)) return lower
  return lower.replaceAll('œ', 'oe').replaceAll('æ', 'ae').replaceAll('’', "'").normalize('NFD').replace(/\p{M}/gu, '')
}
