const MONTHS = Array.from({ length: 12 }, (_, n) => new Date(2026, n).toLocaleString('fr-FR', { month: 'long' }))
/** What follows a number in a text of ours and is not counted by it. */
const UNCOUNTED = [...MONTHS, ...'h ko m a à au dans de des e en en-têtes et octet par sur'.split(' ')].join('|')
/** One with a plural, or several with a singular; French has the plural from 2 on. */
const WRONG = new RegExp(
  String.raw`(?<![\p{L}\d,.:/-]|h |n° |--\p{L}+ )(?:[01] (?!mois|fois|sans|depuis)\p{Ll}+[sx]|(?:[2-9]|[1-9]\d+) (?!(?:${UNCOUNTED})(?!\p{L}))\p{Ll}*[^sx\P{Ll}])(?!\p{L})`,
  'gu',
)

/** Where a French text has a number that does not agree with the word after it, such as «1 minutes». */
export function disagreements(text: string): string[] {
  return text.replace(/[\s\u00A0\u202F]+/g, ' ').match(WRONG) ?? []
}
