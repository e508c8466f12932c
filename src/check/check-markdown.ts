import type { Finding } from './finding.ts'
import type { Source } from './sources.ts'
import { BODY, proseSpansOf, type TextSpan } from './text-spans.ts'

/** What looks like Markdown and is shown as it stands, or as something else. */
const RULES: readonly { pattern: RegExp; what: string; mend: string }[] = [
  {
    pattern: /^[ \t]*#{1,6}(?=[^#\s])/gm,
    what: 'ce titre se lirait avec ses dièses.',
    mend: 'Mettez une espace après les dièses : ## Titre.',
  },
  {
    // Below a title, a quotation or an item of a list they make none.
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
]

/** Titles and links that Markdown does not take for what they were meant to be, and texts without a word. */
export function checkMarkdown(sources: readonly Source[]): Finding[] {
  return sources.flatMap(proseSpansOf).flatMap((span) => [...signsIn(span), ...nothing(span)])
}

function signsIn({ source, offset, text }: TextSpan): Finding[] {
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

function nothing({ source, key, text }: TextSpan): Finding[] {
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
