import type { Finding } from '../finding.ts'
import type { Source } from '../reading/sources.ts'
import { proseSpansOf } from '../reading/text-spans.ts'
import { matchRules, type Rule } from './match-rules.ts'

const codePoint = (found: string) => `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** The bytes 80 to BF as Windows-1252 reads them; in UTF-8, such a byte is never the first of a character. */
const CONTINUATION = '\u0080-\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'

/** Characters that word processors, PDF readers and web pages leave in copied text; each has one replacement. */
const RULES: readonly Rule[] = [
  {
    // Accented letters, « », œ, ’, … and € in UTF-8 that a program read as Windows-1252.
    pattern: new RegExp(`[ÂÅ][${CONTINUATION}]|Ã[ ${CONTINUATION}]|â[€‚][${CONTINUATION}]`, 'g'),
    what: 'un programme a mal relu les accents ou les signes de cette ligne, comme « Ã© » pour « é ».',
    mend: 'Retapez-les, ou recopiez le texte depuis l’original.',
  },
  {
    // Soft hyphen, zero-width characters, direction marks; a joiner between two emojis is allowed.
    pattern:
      /[\u00AD\u200B\u200C\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]|\u200D(?!\p{Extended_Pictographic})/gu,
    what: (found) => `un signe invisible (${codePoint(found)}), venu d’un copier-coller.`,
    mend: 'Retirez-le.',
    replacement: () => '',
  },
  {
    pattern: /[\u2028\u2029\u0085\v\f]/g,
    what: (found) => `une fin de ligne d’un autre programme (${codePoint(found)}).`,
    mend: 'Remplacez-la par une espace, ou passez à la ligne.',
    replacement: () => ' ',
  },
  {
    pattern: /[\u2000-\u2008\u200A\u205F\u3000]/g,
    what: (found) => `une espace que les navigateurs rendent chacun à leur façon (${codePoint(found)}).`,
    mend: 'Tapez une espace ordinaire.',
    replacement: () => ' ',
  },
  {
    pattern: /\p{L}\p{M}+/gu,
    what: (found) => `« ${found.normalize('NFC')} » est écrit en deux signes, la lettre puis l’accent.`,
    mend: 'Retapez la lettre accentuée.',
    replacement: (found) => found.normalize('NFC'),
  },
  {
    pattern: /[\uFB00-\uFB06]/g,
    what: (found) => `« ${found} » est une ligature d’imprimerie, que la recherche ne trouve pas.`,
    mend: 'Tapez les lettres une à une.',
    replacement: (found) => found.normalize('NFKC'),
  },
]

const TABS: Rule = {
  pattern: /(?<=\S[ ]*)\t+[ \t]*/g,
  what: 'une tabulation dans le texte.',
  mend: 'Remplacez-la par une espace.',
  replacement: () => ' ',
}

/**
 * Finds characters that come with pasted text: invisible ones, unusual spaces, decomposed letters, tabs. Except
 * for tabs, the whole file is searched, because an invisible character in a key or an address does more harm than
 * one in a sentence.
 */
export function checkCharacters(source: Source): Finding[] {
  return [
    ...matchRules(RULES, { source, offset: 0 }, source.text),
    ...proseSpansOf(source).flatMap((span) => matchRules([TABS], span, span.text)),
  ]
}
