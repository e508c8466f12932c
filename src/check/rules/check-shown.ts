import { isMap, isScalar, isSeq, type Scalar, type YAMLMap } from 'yaml'
import { schemaAt, schemas } from '../../content.schemas.ts'
import { shownOf } from '../../content.sections.ts'
import { type Finding, findingAt } from '../finding.ts'
import type { Source } from '../reading/sources.ts'

/** Keys that say how or when a part is shown. */
const NOT_READ = ['kind', 'serie', 'attente']

/** Texts of sections that their page does not show: they are written, and nobody reads them. */
export function checkShown(sources: readonly Source[]): Finding[] {
  return sources.filter(({ folder }) => folder === 'pages').flatMap(lostIn)
}

function lostIn(source: Source): Finding[] {
  const sections: unknown = source.document.get('sections')
  if (!isMap(sections)) return []
  return sections.items.flatMap(({ key, value }) => {
    const name = isScalar(key) ? String(key.value) : ''
    if (!isMap(value)) return []
    const shown = shownOf(source.id, name, String(value.get('kind')))
    if (!shown) return []
    const items: unknown = value.get('items')
    const parts = isSeq(items) && shown.includes('items') ? items.items.filter((each) => isMap(each)) : []
    return [
      ...lost(source, value, shown, 'cette section'),
      ...parts.flatMap((part) => lost(source, part, shown, 'un élément de cette section', 'items.')),
    ]
  })
}

/** @param prefix of the keys of this part */
function lost(source: Source, part: YAMLMap, shown: readonly string[], what: string, prefix = ''): Finding[] {
  const { keys } = schemaAt(schemas.pages, ['sections', '', ...(prefix ? ['items', 0] : [])])
  const possible = keys.filter((key) => shown.includes(prefix + key))
  return part.items
    .flatMap(({ key }) => (isScalar(key) ? (key as Scalar) : []))
    .filter(({ value }) => keys.includes(String(value)) && !possible.includes(String(value)))
    .filter(({ value }) => !NOT_READ.includes(String(value)))
    .flatMap(({ value, range }) =>
      findingAt(
        source,
        range?.[0] ?? 0,
        `${what} ne montre pas « ${String(value)} ».`,
        `Retirez cette ligne ; ce qui paraît : ${possible.join(', ')}.`,
      ),
    )
}
