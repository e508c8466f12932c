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
/** Notes for the owner, and the words of other people. */
const NOT_OURS = ['lancement', 'testimonials']

/** Signs that French typography or the voice of the house refuses. */
export function checkTypography(sources: readonly Source[]): Finding[] {
  return sources
    .filter(({ folder, id }) => !NOT_OURS.includes(folder || id))
    .flatMap(proseSpansOf)
    .flatMap(signsIn)
}

function signsIn({ source, offset, text }: TextSpan): Finding[] {
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
