const MONTHS = Array.from({ length: 12 }, (_, n) => new Date(2026, n).toLocaleString('fr-FR', { month: 'long' }))
/** Words that may follow a number without being counted by it (dates, units, prepositions, streets). */
const UNCOUNTED = [
  ...MONTHS,
  ...'h ko m a à au dans de des e en en-têtes et octet par sur'.split(' '),
  ...'rue avenue boulevard chemin impasse place quai route allée'.split(' '),
].join('|')
/** 0 or 1 with a plural, or 2 and more with a singular: in French the plural starts at 2. */
const WRONG = new RegExp(
  String.raw`(?<![\p{L}\d,.:/-]|h |n° |\d |--\p{L}+ )(?:[01] (?!mois|fois|sans|depuis)\p{Ll}+[sx]|(?:[2-9]|[1-9]\d+) (?!(?:${UNCOUNTED})(?!\p{L}))\p{Ll}*[^sx\P{Ll}])(?!\p{L})`,
  'gu',
)

/** Returns each number in a French text that does not agree with the next word, such as «1 minutes». */
export function disagreements(text: string): string[] {
  return text.replace(/[\s\u00A0\u202F]+/g, ' ').match(WRONG) ?? []
}
