import { type Finding, findingAt } from '../finding.ts'
import { addressOf } from '../reading/address-of.ts'
import type { Source } from '../reading/sources.ts'
import { type TextSpan, textSpansOf } from '../reading/text-spans.ts'

const lettersOf = (name: string) => addressOf(name).replaceAll('-', '')

/** Finds regions and departments of saddleries in two spellings, which would be listed as two. */
export function checkPlaces(sources: readonly Source[]): Finding[] {
  const places = sources.filter(({ folder }) => folder === 'saddleries').flatMap(textSpansOf)
  return ['region', 'department'].flatMap((key) => spelledTwice(places.filter((span) => span.key === key)))
}

function spelledTwice(spans: readonly TextSpan[]): Finding[] {
  return spans.flatMap(({ source, offset, text }) => {
    const first = spans.find((each) => lettersOf(each.text) === lettersOf(text))
    if (!first || first.text === text) return []
    return findingAt(
      source,
      offset,
      `« ${text} » s’écrit « ${first.text} » dans ${first.source.file}.`,
      'Écrivez les deux de la même façon : la liste en ferait deux endroits.',
    )
  })
}
