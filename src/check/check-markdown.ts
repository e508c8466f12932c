import type { Finding } from './finding.ts'
import type { Source } from './sources.ts'
import { BODY, hide, proseSpansOf, type TextSpan } from './text-spans.ts'

/** Markdown that is almost right: it would be shown as plain text, or as something that nobody meant. */
const RULES: readonly { pattern: RegExp; what: string; mend: string }[] = [
  {
    pattern: /^[ \t]*#{1,6}(?=[^#\s])/gm,
    what: 'ce titre se lirait avec ses dièses.',
    mend: 'Mettez une espace après les dièses : ## Titre.',
  },
  {
    // After a heading, a quotation or a list item, such a line is no underline.
    pattern: /^(?![ \t]*(?:#|>|[-*+][ \t]))(?=.*\S).*\n[ \t]*(?:=+|-+)[ \t]*$/gm,
    what: 'des signes sous cette ligne en font un titre.',
    mend: 'Un titre s’écrit « ## Titre » ; une ligne vide sépare un trait du texte.',
  },
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
    // The first row of a table, when no line of dashes follows it.
    pattern: /(?<![^\n])(?<!^[ \t]*\|.*\n)[ \t]*\|.*\|[ \t]*\n(?![ \t]*\|?[ \t]*:?-)/gm,
    what: 'ce tableau se lirait avec ses barres.',
    mend: 'Ajoutez sous sa première ligne : |---|---|.',
  },
  {
    pattern: /^[ \t]*[•▪◦‣][ \t]*/gm,
    what: 'cette puce ne fait pas une liste.',
    mend: 'Commencez la ligne par « - ».',
  },
  {
    pattern: /\b(?:TODO|FIXME|XXX|lorem ipsum)\b/gi,
    what: 'une note de travail est restée dans le texte.',
    mend: 'Écrivez le texte, ou retirez-la.',
  },
]

/** Mistakes of Markdown in headings and links, and files without a text below their head. */
export function checkMarkdown(sources: readonly Source[]): Finding[] {
  return sources.flatMap(proseSpansOf).flatMap((span) => [...mistakesIn(span), ...brokenBold(span), ...emptyBody(span)])
}

function mistakesIn({ source, offset, text }: TextSpan): Finding[] {
  return RULES.flatMap(({ pattern, what, mend }) =>
    [...text.matchAll(pattern)].map(({ index }) => ({
      file: source.file,
      line: source.lineOf(offset + index),
      what,
      mend,
      breaks: false,
    })),
  )
}

/** Stars of bold text that nothing closes, or that white space keeps from being read as bold. */
function brokenBold({ source, offset, text }: TextSpan): Finding[] {
  const words = hide(text, /```[\s\S]*?```|`[^`\n]*`|\\\*/g)
  return [...words.matchAll(/(?:^.*\S.*$\n?)+/gm)].flatMap(({ 0: paragraph, index }) => {
    const parts = paragraph.split('**')
    const open = parts.length % 2 === 0
    const loose = parts.findIndex((part, at) => at % 2 === 1 && at < parts.length - 1 && /^\s|\s$/.test(part))
    if (!open && loose < 0) return []
    const before = open ? paragraph.lastIndexOf('**') : parts.slice(0, loose).join('**').length
    return [
      {
        file: source.file,
        line: source.lineOf(offset + index + before),
        what: open ? 'ce gras n’est pas fermé.' : 'une espace défait ce gras.',
        mend: 'Écrivez **mot en gras**, les étoiles contre les mots.',
        breaks: false,
      },
    ]
  })
}

function emptyBody({ source, key, text }: TextSpan): Finding[] {
  if (key !== BODY || /\S/.test(text)) return []
  return [
    {
      file: source.file,
      line: 1,
      what: 'il n’y a pas de texte sous l’en-tête.',
      mend: 'Écrivez-le après la seconde ligne « --- ».',
      breaks: false,
    },
  ]
}
