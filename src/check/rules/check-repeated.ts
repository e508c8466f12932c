import { type Finding, findingAt } from '../finding.ts'
import type { Source } from '../reading/sources.ts'
import { type TextSpan, textSpansOf } from '../reading/text-spans.ts'

/** What tells the entries of a folder apart, and how the check says so. */
const OWN: Readonly<Record<string, readonly { key: string; what: string }[]>> = {
  faq: [{ key: 'question', what: 'cette question est déjà posée dans' }],
  products: [
    { key: 'name', what: 'ce nom est déjà celui de' },
    { key: 'text', what: 'ce texte est déjà celui de' },
    { key: 'href', what: 'ce lien mène déjà à la fiche de' },
  ],
  models: [
    { key: 'name', what: 'ce nom est déjà celui de' },
    { key: 'kicker', what: 'cette ligne est déjà celle de' },
    { key: 'text', what: 'ce texte est déjà celui de' },
  ],
  testimonials: [{ key: 'text', what: 'ce témoignage est déjà dans' }],
}

/** Entries of one folder that say the same where each has to say its own: a copied file that was not finished. */
export function checkRepeated(sources: readonly Source[]): Finding[] {
  return Object.entries(OWN).flatMap(([folder, rules]) => {
    const spans = sources.filter((source) => source.folder === folder).flatMap(textSpansOf)
    return rules.flatMap(({ key, what }) =>
      repeatedIn(
        // «Modèle» may stand over each; a number stands over one.
        spans.filter(({ path, text }) => path.join('.') === key && (key !== 'kicker' || /\d/.test(text))),
        what,
      ),
    )
  })
}

function repeatedIn(spans: readonly TextSpan[], what: string): Finding[] {
  const first = new Map<string, string>()
  return spans.flatMap(({ source, offset, text }) => {
    const words = (text.toLowerCase().match(/[\p{L}\p{N}#/]+/gu) ?? []).join(' ')
    const earlier = first.get(words)
    first.set(words, earlier ?? source.file)
    if (!earlier) return []
    return findingAt(
      source,
      offset,
      `${what} ${earlier}.`,
      'Écrivez ce qui est propre à ce fichier, ou retirez l’un des deux.',
    )
  })
}
