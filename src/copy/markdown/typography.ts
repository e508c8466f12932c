const NBSP = '\u00A0'
const THIN = '\u202F'

/** Units and nouns that must stay on the line of the number before them. */
const UNITS =
  '€|%|‰|g|kg|mm|cm|m|m²|px|pixels?|kB|ko|h|min|s|ans?|mois|semaines?|jours?|heures?|minutes?|secondes?|euros?|tapis|points?|' +
  'réponses?|' +
  'janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre'

/**
 * Applies the typography of the Imprimerie nationale to French text, whatever was typed: « » for the quotes of a
 * keyboard or of another language, typographic apostrophe and ellipsis, U+202F
 * before ; ! ? and inside « », U+00A0 before : € % and between a number and its unit or the letter of an article of law,
 * U+202F between thousands, U+00A0 before the dash of a range and around its «à». A placeholder counts as a number,
 * because a number may replace it later. A text may begin with punctuation, because it may continue a sentence after a
 * link or bold text. Idempotent; addresses (https:, a@b, /chemin?x) stay unchanged. Also runs in old browsers without
 * lookbehind.
 */
export function typographic(text: string): string {
  return text
    .replace(/"([^"\n]*[^"\s])"|[“„]([^“”„\n]+)[”“]/g, (_, straight, curved) => `«${straight ?? curved}»`)
    .replace(/([\p{L}\d])['‘´`ʼ′](?=[\p{L}\d«])(?![^\s@]{0,64}@\S)/gu, '$1’')
    .replace(/\.\.\./g, '…')
    .replace(/«[\s\u00A0\u202F]*/g, `«${THIN}`)
    .replace(/[\s\u00A0\u202F]*»/g, `${THIN}»`)
    .replace(/[ \u00A0\u202F]+([;!?]+)(?=$|[\s\u00A0\u202F»).,…])/g, `${THIN}$1`)
    .replace(/([\p{L}\d»)%])([;!?]+)(?=$|[\s\u00A0\u202F»])/gu, `$1${THIN}$2`)
    .replace(/[ \u00A0\u202F]+:(?=$|[\s\u00A0\u202F])/g, `${NBSP}:`)
    .replace(/([\p{L}»)%]):(?=$|[\s\u00A0\u202F])/gu, `$1${NBSP}:`)
    .replace(/(^|[^\d\u202F])(\d{1,3}(?: \d{3})+)(?!\d)/g, (_, before, number) => before + number.replaceAll(' ', THIN))
    .replace(/\b([Nn]°|[DLR]\.|section(?= )) ?(?=\d)/g, `$1${NBSP}`)
    .replace(new RegExp(`(\\d|\\}\\}) (?=(?:${UNITS})(?![\\p{L}\\d’]))`, 'gu'), `$1${NBSP}`)
    .replace(/(\d)(?=[€%](?![\p{L}\d]))/gu, `$1${NBSP}`)
    .replace(/\bh (?=\d{2}\b)/g, `h${NBSP}`)
    .replace(/(\d(?:[ \u00A0]?h)?) [–-] (?=\d)/g, `$1${NBSP}– `)
    .replace(/(\b\d{1,3}|\}\}) à (?=\d|\{\{)/g, `$1${NBSP}à${NBSP}`)
}
