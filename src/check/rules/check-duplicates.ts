import { type Finding, findingAt } from '../finding.ts'
import type { Source } from '../reading/sources.ts'
import { type TextSpan, textSpansOf } from '../reading/text-spans.ts'

/** Keys whose text must be unique in each folder. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  faq: ['question'],
  products: ['name', 'text', 'href'],
  models: ['name', 'kicker', 'label', 'text'],
  testimonials: ['text'],
}

/**
 * Finds entries of a folder with the same text where it must be unique, such as an unfinished copy of a file. Also
 * finds regions and departments of saddleries in two spellings, which would be listed as two.
 */
export function checkDuplicates(sources: readonly Source[]): Finding[] {
  const spansOf = (folder: string) => sources.filter((source) => source.folder === folder).flatMap(textSpansOf)
  const repeated = Object.entries(OWN).flatMap(([folder, keys]) => {
    const spans = spansOf(folder)
    // «Modèle» may be repeated; a line with a number must be unique.
    const own = spans.filter(({ key, text }) => key !== 'kicker' || /\d/.test(text))
    return keys.flatMap((key) => repeatedIn(own.filter(({ path }) => path.join('.') === key)))
  })
  const places = spansOf('saddleries')
  return [
    ...repeated,
    ...['region', 'department'].flatMap((key) => spelledTwice(places.filter((span) => span.key === key))),
  ]
}

function repeatedIn(spans: readonly TextSpan[]): Finding[] {
  const first = new Map<string, string>()
  return spans.flatMap(({ source, offset, text, key }) => {
    const words = (text.toLowerCase().match(/[\p{L}\p{N}#/]+/gu) ?? []).join(' ')
    const earlier = first.get(words)
    first.set(words, earlier ?? source.file)
    if (!earlier) return []
    return findingAt(
      source,
      offset,
      `« ${key} » dit la même chose dans ${earlier}.`,
      'Écrivez ce qui est propre à ce fichier, ou retirez l’un des deux.',
    )
  })
}

function spelledTwice(spans: readonly TextSpan[]): Finding[] {
  return spans.flatMap(({ source, offset, text }) => {
    const first = spans.find((each) => plainLetters(each.text) === plainLetters(text))
    if (!first || first.text === text) return []
    return findingAt(
      source,
      offset,
      `« ${text} » s’écrit « ${first.text} » dans ${first.source.file}.`,
      'Écrivez les deux de la même façon : la liste en ferait deux endroits.',
    )
  })
}

/** Normalizes a name: no accents, capitals, hyphens or spaces. */
function plainLetters(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z\d]/g, '')
}
