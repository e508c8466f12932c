import { isMap, type YAMLMap } from 'yaml'
import { type Finding, findingAt } from '../finding.ts'
import type { Source } from '../reading/sources.ts'

/** Words of the series in an item of a list: it would be announced after its end. */
const OF_THE_SERIES = /allocation|édition limitée|\{\{\s*tapis_en_production\s*\}\}/i
const TO_THE_LIST = /#liste-attente$/

/** Items that speak of the series, and links to its waiting list, without the mark that takes them away with it. */
export function checkSeries(sources: readonly Source[]): Finding[] {
  return sources
    .filter(({ folder, document }) => folder === 'pages' && document.errors.length === 0)
    .flatMap((source) =>
      sectionsOf(source).flatMap((section) => [
        ...listed(section, 'items')
          .filter((item) => OF_THE_SERIES.test(`${item.get('title')} ${item.get('text')}`))
          .flatMap((item) => unmarked(source, item, 'serie', 'parle de la série')),
        ...listed(section, 'actions')
          .filter((action) => TO_THE_LIST.test(String(action.get('href'))))
          .flatMap((action) => unmarked(source, action, 'attente', 'mène à la liste d’attente')),
      ]),
    )
}

function sectionsOf({ document }: Source): YAMLMap[] {
  const sections = document.get('sections')
  return isMap(sections) ? sections.items.map(({ value }) => value).filter(isMap) : []
}

function listed(section: YAMLMap, key: string): YAMLMap[] {
  const list = section.get(key)
  return list instanceof Object && 'items' in list && Array.isArray(list.items) ? list.items.filter(isMap) : []
}

function unmarked(source: Source, entry: YAMLMap, mark: string, does: string): Finding[] {
  if (entry.get(mark) === true) return []
  return findingAt(
    source,
    entry.range?.[0] ?? 0,
    `cet élément ${does} et resterait après elle.`,
    `Ajoutez-lui « ${mark}: true ».`,
  )
}
