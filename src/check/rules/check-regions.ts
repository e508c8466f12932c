import { type Finding, findingAt } from '../finding.ts'
import type { Source } from '../reading/sources.ts'
import { type TextSpan, textSpansOf } from '../reading/text-spans.ts'

/** Regions and departments of the saddleries that are spelt in two ways and would be listed as two. */
export function checkRegions(sources: readonly Source[]): Finding[] {
  const spans = sources.filter(({ folder }) => folder === 'saddleries').flatMap(textSpansOf)
  return ['region', 'department'].flatMap((key) => spelledTwice(spans.filter((span) => span.key === key)))
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

/** A name without accents, capitals, hyphens and spaces. */
function plainLetters(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z\d]/g, '')
}
