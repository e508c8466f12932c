import { type Finding, findingAt } from '../finding.ts'
import type { Source } from '../reading/sources.ts'
import { BODY, hide, NOT_WORDS, proseSpansOf, type TextSpan } from '../reading/text-spans.ts'
import { isFixed } from './check-fixed-texts.ts'
import { matchRules, type Rule } from './match-rules.ts'

/** Texts that the specification writes in capitals (§2, §4). */
const CAPITALS = ['DEVENIR PARTENAIRE', 'DÉCOUVRIR NOS PRODUITS', 'NOUS CONTACTER', 'RETOUR']

const RULES: readonly Rule[] = [
  {
    // Inside single quotes, YAML writes an apostrophe twice.
    pattern: /\p{L}?''?\p{L}?/gu,
    what: 'une apostrophe droite.',
    mend: 'Écrivez ’ (copiez ce signe, ou retapez-le dans un traitement de texte).',
    replacement: (found) => (/^\p{L}'{1,2}\p{L}$/u.test(found) ? found.replace(/'+/, '’') : undefined),
  },
  {
    pattern: /(?<=\p{L})[‘´`ʼ′](?=\p{L})/gu,
    what: 'un signe qui n’est pas l’apostrophe.',
    mend: 'Écrivez ’.',
    replacement: () => '’',
  },
  {
    pattern: /\\?"(?:[^"\\\n]+\\?")?/g,
    what: 'un guillemet droit dans le texte.',
    mend: 'Écrivez « et » à sa place ; gardez ceux qui entourent tout le texte.',
    replacement: (found) => quoted(found, /^\\?"(.+?)\\?"$/),
  },
  {
    pattern: /[“„][^“”„\n]+[”“]|[“”„]/g,
    what: 'des guillemets d’une autre langue.',
    mend: 'Écrivez « et » ; autour de tout le texte, les droits : "…".',
    replacement: (found) => quoted(found, /^[“„](.+)[”“]$/),
  },
  { pattern: /(?<=\S) {2,}(?=\S)/g, what: 'deux espaces de suite.', mend: 'Gardez-en une.', replacement: () => ' ' },
  {
    pattern: /(?<!\[)!(?!\[)/g,
    what: 'un point d’exclamation.',
    mend: 'La maison n’élève pas la voix : terminez par un point.',
  },
  {
    // Emojis, and older signs that some devices draw as emojis.
    pattern:
      /[\p{Emoji_Presentation}[\p{Extended_Pictographic}&&[\u2600-\u27BF]]][\p{Emoji_Modifier}\uFE0F\u200D\p{Extended_Pictographic}]*/gv,
    what: 'un émoji dans le texte.',
    mend: 'Dites-le en mots : chaque appareil le dessine à sa façon, et une voix de synthèse en lit le nom.',
  },
  {
    pattern: /\?{2,}|,{2,}|;{2,}/g,
    what: 'un signe de ponctuation répété.',
    mend: 'Gardez-en un.',
    replacement: (found) => found.charAt(0),
  },
  {
    pattern: /(?<=[\p{L}\d»)])[ \u00A0\u202F]+[,.](?=\s|$)/gu,
    what: 'une espace avant la virgule ou le point.',
    mend: 'Retirez-la.',
    replacement: (found) => found.trim(),
  },
  {
    pattern: /(?<=\p{L}{2}),(?=\p{L}{2})/gu,
    what: 'une virgule sans espace après elle.',
    mend: 'Ajoutez-la.',
    replacement: () => ', ',
  },
  {
    pattern: /(?<=[\p{L}\d»)])[ \u00A0]?-{2,}[ \u00A0]?(?=[\p{L}\d«(])/gu,
    what: 'deux traits d’union à la suite.',
    mend: 'Écrivez un tiret entre deux espaces (« – »), ou une virgule.',
    replacement: () => ' – ',
  },
  {
    pattern: /(?<![\p{L}’-])(?!(?:nous|vous)[ \u00A0])(\p{L}{2,})[ \u00A0\u202F\n]+\1(?![\p{L}’-])/giu,
    what: 'un mot écrit deux fois.',
    mend: 'Gardez-en un.',
  },
  {
    pattern: /\.{3}/g,
    what: 'trois points à la suite.',
    mend: 'Écrivez le signe « … », ou terminez la phrase.',
    replacement: () => '…',
  },
  {
    // Words in capitals: several in a row, or one longer than an abbreviation. Short abbreviations are allowed.
    pattern:
      /(?<![\p{L}\d])(?:\p{Lu}{2,}(?:[ \u00A0\u202F’'-]+\p{Lu}+)*[ \u00A0\u202F’'-]+\p{Lu}{2,}|\p{Lu}{6,})(?![\p{L}\d])/gu,
    what: (words) =>
      /\p{Lu}{4}/u.test(words) && !CAPITALS.includes(words.replace(/\s+/g, ' '))
        ? `« ${words} » est en capitales : elles crient, et une voix de synthèse les épelle.`
        : undefined,
    mend: 'Écrivez en minuscules ; la page donne son relief au texte.',
  },
]
/** Folders and files that these rules skip: notes for the owner, and quotations. */
const EXEMPT = ['lancement', 'testimonials']
/** A URL written out, in which a replacement would break the link. */
const URL_IN_TEXT = /https?:\/\/[^\s"'<>]+/g

/** Finds characters that French typography or the style guide does not allow. */
export function checkTypography(source: Source): Finding[] {
  if (EXEMPT.includes(source.folder || source.id)) return []
  return proseSpansOf(source)
    .filter((span) => !isFixed(span))
    .flatMap((span) => [...matchRules(RULES, span, wordsOf(span)), ...quotedWhole(span), ...unopened(span)])
}

/** Finds French quotes around a whole YAML text, used instead of straight ones: they would be visible. */
function quotedWhole(span: TextSpan): Finding[] {
  if (!isQuotedWhole(span)) return []
  return findingAt(
    span.source,
    span.offset,
    'ces guillemets se liraient sur la page : ils entourent tout le texte.',
    'Ici, seuls les guillemets droits entourent un texte : "Le tapis".',
  )
}

function isQuotedWhole({ start, offset, text, key }: TextSpan): boolean {
  return key !== BODY && start === offset && /^[«“][^«»“”]*[»”]$/.test(text.trim())
}

/** Finds a straight quote only at the end of a text: YAML keeps it, so it would be visible. */
function unopened(span: TextSpan): Finding[] {
  if (!closesAlone(span)) return []
  const { source, offset } = span
  const fixes = [{ start: offset, end: offset, text: '"' }]
  const [what, mend] = ['il manque le guillemet droit qui ouvre ce texte.', 'Ouvrez-le : title: "Le tapis".'] as const
  return findingAt(source, offset, what, mend).map((finding) => ({ ...finding, fixes }))
}

function closesAlone({ start, offset, text, key }: TextSpan): boolean {
  return key !== BODY && start === offset && /^[^"\n]+"$/.test(text)
}

/** Returns the visible words of a text, without the quotes that `quotedWhole` or `unopened` reports. */
function wordsOf(span: TextSpan): string {
  const quotes = isQuotedWhole(span) ? [/^\s*[«“]|[»”]\s*$/g] : []
  return hide(closesAlone(span) ? span.text.slice(0, -1) : span.text, ...quotes, ...NOT_WORDS, URL_IN_TEXT)
}

/** Returns the words between two quotes in French quotes; undefined if one of them is missing. */
function quoted(found: string, pair: RegExp): string | undefined {
  const words = pair.exec(found)?.[1]?.trim()
  return words && `« ${words} »`
}
