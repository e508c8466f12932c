import type { Finding } from './finding.ts'
import type { Source } from './sources.ts'
import { hide, NOT_WORDS, proseSpansOf, type TextSpan } from './text-spans.ts'

interface Rule {
  pattern: RegExp
  what: string
  mend: string
}

const RULES: readonly Rule[] = [
  {
    pattern: /'/g,
    what: 'une apostrophe droite.',
    mend: 'Écrivez ’ (copiez ce signe, ou retapez-le dans un traitement de texte).',
  },
  { pattern: /\\?"/g, what: 'un guillemet droit dans le texte.', mend: 'Écrivez « et ».' },
  { pattern: /(?<=\S) {2,}(?=\S)/g, what: 'deux espaces de suite.', mend: 'Gardez-en une.' },
  {
    pattern: /(?<!\[)!(?!\[)/g,
    what: 'un point d’exclamation.',
    mend: 'La maison n’élève pas la voix : terminez par un point.',
  },
  { pattern: /\.{3}/g, what: 'trois points à la suite.', mend: 'Écrivez le signe « … », ou terminez la phrase.' },
]
/** Folders and files that these rules leave alone: notes for the owner, and quotations. */
const EXEMPT = ['lancement', 'testimonials']

/** Characters that French typography or the style of the house does not allow. */
export function checkTypography(sources: readonly Source[]): Finding[] {
  return sources
    .filter(({ folder, id }) => !EXEMPT.includes(folder || id))
    .flatMap(proseSpansOf)
    .flatMap(mistakesIn)
}

function mistakesIn({ source, offset, text }: TextSpan): Finding[] {
  const words = hide(text, ...NOT_WORDS)
  return RULES.flatMap(({ pattern, what, mend }) =>
    [...words.matchAll(pattern)].map(({ index }) => ({
      file: source.file,
      line: source.lineOf(offset + index),
      what,
      mend,
      breaks: false,
    })),
  )
}
