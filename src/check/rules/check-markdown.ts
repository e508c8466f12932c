import { markdownToMdast } from 'satteri'
import { type Finding, findingAt, findingOn, type Sentences } from '../finding.ts'
import { nodesIn } from '../reading/nodes-in.ts'
import { isOfWords, type Source } from '../reading/sources.ts'
import { BODY, hide, proseSpansOf, type TextSpan } from '../reading/text-spans.ts'
import { matchRules, type Rule } from './match-rules.ts'

/** Consecutive lines that look like a list. A single one may begin with a dash, as direct speech does. */
const DASHES = /(?<![^\n])(?:[ \t]*(?:[–—·]|[a-z]\))[ \t]+\S.*(?:\n|$)){2,}/gm

/** Almost valid Markdown, which would be shown as plain text or as something unintended. */
const RULES: readonly Rule[] = [
  {
    pattern: /\][ \t]+\((?=[/#]|https?:|mailto:)/g,
    what: 'une espace défait ce lien.',
    mend: 'Écrivez sans espace : [texte](/contact).',
  },
  {
    pattern: /\]\([^)\n]*$/gm,
    what: 'ce lien n’est pas fermé sur sa ligne.',
    mend: 'Ajoutez la parenthèse : [texte](/contact).',
  },
  {
    pattern: /(?<!!)\[\s*\]\([^)\n]*\)/g,
    what: 'ce lien n’a pas de texte.',
    mend: 'Écrivez où il mène : [texte](/contact).',
  },
  {
    pattern: /\([^()\n]+\)\[(?=[/#]|https?:|mailto:)/g,
    what: 'ce lien est écrit à l’envers.',
    mend: 'Les mots d’abord, entre crochets : [texte](/contact).',
  },
  {
    // A title after the address is in quotes; a placeholder contains spaces.
    pattern: /\]\((?![^)\n]*["'{])[^)\s]+ +[^)\s][^)\n]*\)/g,
    what: 'une espace coupe l’adresse de ce lien.',
    mend: 'Retirez-la : [texte](https://www.exemple.fr/).',
  },
  {
    // WCAG 2.4.9: in a list of links, each must state its target.
    pattern: /(?<!!)\[\s*(?:cliquez ici|cliquer ici|ici|ce lien|lire la suite|en savoir plus)\s*\]\(/gi,
    what: 'ce lien ne dit pas où il mène.',
    mend: 'Écrivez ce que l’on y trouve : [demander un devis](/devis).',
  },
  {
    // Comments of Word are reported by another rule.
    pattern: /<!--(?!\[if)[\s\S]*?(?:-->|$)/g,
    what: 'cette remarque se lirait dans le code de la page.',
    mend: 'Retirez-la ; dans l’en-tête, une ligne qui commence par # ne paraît pas.',
  },
  {
    pattern: /\[\^([^\]\s]+)\](?!:)/g,
    what: (call, name, text = '') =>
      text.includes(`[^${name}]:`) ? undefined : `la note « ${call} » n’est écrite nulle part.`,
    mend: (call) => `Écrivez-la sur une ligne à part : ${call}: La note.`,
  },
  {
    // A reference link without a definition.
    pattern: /(?<!!)\[([^\]^\n][^\]\n]*)\]\[([^\]^\n]*)\]/g,
    what: (link, words, name, text = '') =>
      text.toLowerCase().includes(`[${name || words}]:`.toLowerCase())
        ? undefined
        : `« ${link} » se lirait tel quel : son adresse n’est écrite nulle part.`,
    mend: (_, words) => `Écrivez-la entre parenthèses : [${words}](/contact).`,
  },
  {
    pattern: /\b(?:TODO|FIXME|XXX|lorem ipsum)\b/gi,
    what: 'une note de travail est restée dans le texte.',
    mend: 'Écrivez le texte, ou retirez-la.',
  },
]

/** Mistakes in headings, tables and lists, which e-mails do not have. */
const OF_LINES: readonly Rule[] = [
  {
    pattern: /^[ \t]*#{1,6}(?=[^#\s])/gm,
    what: 'ce titre se lirait avec ses dièses.',
    mend: 'Mettez une espace après les dièses : ## Titre.',
  },
  {
    // After a heading, a quotation or a list item, such a line is not an underline.
    pattern: /^(?![ \t]*(?:#|>|[-*+][ \t]))(?=.*\S).*\n[ \t]*(?:=+|-+)[ \t]*$/gm,
    what: 'des signes sous cette ligne en font un titre.',
    mend: 'Un titre s’écrit « ## Titre » ; une ligne vide sépare un trait du texte.',
  },
  {
    // First row of a table without a line of dashes below it.
    pattern: /(?<![^\n])(?<!^[ \t]*\|.*\n)[ \t]*\|.*\|[ \t]*\n(?![ \t]*\|?[ \t]*:?-)/gm,
    what: 'ce tableau se lirait avec ses barres.',
    mend: 'Ajoutez sous sa première ligne : |---|---|.',
  },
  {
    // Word writes the second level with an «o».
    pattern: /^[ \t]*(?:[•▪◦‣\uF0A7\uF0B7]|o(?=[ \t]))[ \t]*/gm,
    what: 'cette puce ne fait pas une liste.',
    mend: 'Commencez la ligne par « - ».',
  },
  {
    pattern: DASHES,
    what: 'ces lignes ne font pas une liste : elles se liraient à la suite.',
    mend: 'Commencez chacune par « - », ou par « 1. ».',
  },
]

/** Markdown that an e-mail would show literally: it supports only bold text and links. */
const IN_EMAILS: readonly Rule[] = [
  {
    pattern:
      /^[ \t]*(?:(?:[-+*•▪◦‣\uF0A7\uF0B7o>]|\d+[.)])[ \t]+|#{1,6}[ \t]*)\S.*$|^[ \t]*\|.*$|<\/?[a-z][^>\n]*>|(?<![*\p{L}\d])(?:\*(?!\*)[^*\n]+\*(?!\*)|_[^_\n]+_)(?![\p{L}\d])|__|~~|`|!\[|\[\^|\]\[/gmu,
    what: (said) => `« ${said.trim()} » se lirait tel quel : un e-mail ne connaît que le gras et les liens.`,
    mend: 'Écrivez une phrase, ou **des mots en gras**.',
  },
  {
    pattern: DASHES,
    what: 'un e-mail ne connaît pas les listes : ces lignes se liraient à la suite.',
    mend: 'Écrivez une phrase, ou un paragraphe pour chacune.',
  },
]

/** The footer of an e-mail supports neither bold text nor links. */
const IN_FOOT: Rule = {
  pattern: /\*\*|\]\(/g,
  what: (said) => `« ${said} » se lirait tel quel : le pied d’un e-mail ne connaît ni gras ni lien.`,
  mend: 'Écrivez les mots seuls.',
}

/** Marks of missing text. Prepared replies of the desk may contain them. */
const TO_FILL: Rule = {
  pattern: /\[[ \t]*à compléter\b[^\]\n]*\]/gi,
  what: (said) => `« ${said} » se lirait tel quel.`,
  mend: 'Écrivez ce qui manque, ou retirez la phrase.',
}

/** Tables where no style shows their columns: below a key of a YAML file or a front matter. */
const TABLES: Rule = {
  pattern: /^[ \t]*\|?[ \t]*:?-+:?[ \t]*\|[ \t:|-]*$/gm,
  what: 'seul le texte d’une page de legal/ ou d’une question de faq/ peut avoir un tableau.',
  mend: 'Dites-le en phrases, ou en liste.',
}

/** Brackets that the desk does not take for a blank of a prepared reply, so that they would be sent. */
const NOT_A_BLANK: Rule = {
  pattern: /\[(?!à compléter\b|\^)[^\]\n]*\](?![[(:])/gi,
  what: (said) => `« ${said} » partirait tel quel.`,
  mend: 'Écrivez-le ainsi : [à compléter : le prix].',
}

/** Footnotes outside legal texts: several texts on one page could have notes of the same name. */
const NOTES: Rule = {
  pattern: /\[\^([^\]\s]+)\](?!:)(?=[\s\S]*\[\^\1\]:)/g,
  what: 'seul le texte d’une page de legal/ peut avoir une note en bas de page.',
  mend: 'Mettez-la dans la phrase, entre parenthèses.',
}

function rulesOf({ source: { folder, path }, key }: TextSpan): readonly Rule[] {
  if (path === 'emails/pied.yaml') return [...RULES, TO_FILL, ...IN_EMAILS, IN_FOOT]
  if (folder === 'emails') return [...RULES, TO_FILL, ...IN_EMAILS]
  if (folder === 'emails/reponses') return [...RULES, ...OF_LINES, NOTES, TABLES, NOT_A_BLANK]
  // A letter is in no folder; checkLetter rejects its footnotes.
  const takesNotes = folder === '' || (folder === 'legal' && key === BODY)
  return [...RULES, TO_FILL, ...OF_LINES, ...(takesNotes ? [] : [NOTES]), ...(key === BODY ? [] : [TABLES])]
}

/**
 * Finds mistakes in Markdown, and a missing text below the front matter.
 * @param mayHoldMarkdown true if a text may have bold and italics; injected, because its implementation needs
 * packages that a release lacks
 */
export function checkMarkdown(source: Source, mayHoldMarkdown: (span: TextSpan) => boolean = () => true): Finding[] {
  return proseSpansOf(source).flatMap((span) => [
    ...matchRules(rulesOf(span), span, span.text),
    ...unevenRows(span),
    ...blocksOfCode(span),
    ...(mayHoldMarkdown(span) ? strayStars(span) : signsInPlainText(span)),
    ...emptyBody(span),
  ])
}

const EXTRA_CELL: Sentences = [
  'cette ligne a plus de cases que la tête du tableau : la dernière ne paraîtrait pas.',
  'Retirez une barre, ou ajoutez une colonne à la tête et à la ligne de tirets.',
]
const MISSING_CELL: Sentences = [
  'cette ligne a moins de cases que la tête du tableau.',
  'Ajoutez la barre qui manque ; une case peut rester vide.',
]

/** Finds table rows with more cells than the header, which are not shown, or fewer, because a missing bar joins two. */
function unevenRows({ source, offset, text }: TextSpan): Finding[] {
  const cellsIn = (row: string) =>
    row
      .trim()
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/).length
  return [...text.matchAll(/^([ \t]*\|.*)\n[ \t]*\|[ \t:|-]+\n((?:[ \t]*\|.*(?:\n|$))+)/gm)].flatMap(
    ({ 0: table, 1: head = '', 2: rows = '', index }) => {
      const start = offset + index + table.length - rows.length
      return rows
        .split('\n')
        .flatMap((row, number) =>
          row.trim() === '' || cellsIn(row) === cellsIn(head)
            ? []
            : findingOn(
                { file: source.file, line: source.lineOf(start) + number },
                ...(cellsIn(row) > cellsIn(head) ? EXTRA_CELL : MISSING_CELL),
              ),
        )
    },
  )
}

/** Finds text that Markdown takes for code: it does not wrap, so that the page scrolls sideways on a phone. */
function blocksOfCode({ source, offset, text, key, start }: TextSpan): Finding[] {
  if (!/^ {4}|^\t|```|~~~/m.test(text)) return []
  // YAML removes the indent of a text that is not below its key.
  if (key !== BODY && !/[|>]/.test(source.text.charAt(start))) return []
  const indent = /^ */.exec(text)?.[0] ?? ''
  // Of a text below a YAML key, each line has the indent of the first one.
  const tree = markdownToMdast(text.replace(new RegExp(`^${indent}`, 'gm'), ''))
  return ('children' in tree ? tree.children : []).flatMap(({ type, position }) =>
    type !== 'code'
      ? []
      : findingOn(
          { file: source.file, line: source.lineOf(offset) + (position?.start.line ?? 1) - 1 },
          'ces lignes se liraient sans se couper à la marge, comme du code.',
          'Retirez les espaces de leur début, ou les signes ``` qui les entourent.',
        ),
  )
}

/** Finds stars that would be visible: bold or italics that are not closed, or are broken by a space. */
function strayStars({ source, offset, text }: TextSpan): Finding[] {
  if (!text.includes('*')) return []
  return [...text.matchAll(/(?:^.*\S.*$\n?)+/gm)].flatMap(({ 0: paragraph, index }) => {
    const indent = paragraph.search(/\S/)
    const nodes = nodesIn(markdownToMdast(paragraph.slice(indent)))
    const [at] = nodes.flatMap(({ type, position }) => {
      if (type !== 'text') return []
      const start = indent + (position?.start.offset ?? 0)
      const words = paragraph.slice(start, indent + (position?.end.offset ?? 0)).replace(/\\\*/g, '  ')
      // A star that touches no word is intended: «les champs marqués d’un astérisque (*)».
      return [...words.matchAll(/(?<=[\p{L}\d»\]])\*+|\*+(?=[\p{L}\d«[])|\*\*[ \u00A0][^*\n]+[ \u00A0]\*\*/gu)].map(
        (star) => start + star.index,
      )
    })
    if (at === undefined) return []
    const stars = /\*+/.exec(paragraph.slice(at))?.[0].length ?? 1
    return findingAt(
      source,
      offset + index + at,
      `${stars > 1 ? 'ce gras' : 'cet italique'} n’est pas fermé, ou une espace le défait.`,
      `Écrivez ${stars > 1 ? '**mot en gras**' : '*mot en italique*'}, les étoiles contre les mots.`,
    )
  })
}

/**
 * Finds Markdown in a text that is shown literally. In the texts of forms and interface it also finds HTML, and stops
 * the build.
 */
function signsInPlainText({ source, offset, text }: TextSpan): Finding[] {
  // In other texts check-html.ts reports tags.
  const words = isOfWords(source) ? text : hide(text, /<[^>]*>/g)
  const [sign] = words.matchAll(/\*\*|(?<=\p{L})\*|\*(?=\p{L})|`|\]\(|<\/?[a-z][^>\n]*>/gu)
  if (!sign) return []
  const what = `« ${sign[0]} » se lirait tel quel : ces mots ne sont ni du Markdown ni du HTML.`
  return findingAt(source, offset + sign.index, what, 'Écrivez les mots seuls.', isOfWords(source))
}

function emptyBody({ source, key, text }: TextSpan): Finding[] {
  if (key !== BODY || /\S/.test(text)) return []
  return findingAt(source, 0, 'il n’y a pas de texte sous l’en-tête.', 'Écrivez-le après la seconde ligne « --- ».')
}
