import { isMap, isSeq, type YAMLMap } from 'yaml'
import { isComposed } from '../../model/sections.ts'
import { type Finding, findingAt } from '../finding.ts'
import { sectionsOf } from '../reading/sections-of.ts'
import type { Source } from '../reading/sources.ts'

/** Mentions of the series in an item, which would still be shown after its end. */
const OF_THE_SERIES = /allocation|édition limitée|\{\{\s*tapis_en_production\s*\}\}/i
const TO_THE_LIST = /#liste-attente$/

/**
 * Finds sections of composed pages with an invalid name, and items about the series or links to its waiting list
 * without the mark that removes them after its end.
 */
export function checkSections(source: Source): Finding[] {
  if (source.folder !== 'pages') return []
  return sectionsOf(source).flatMap(({ name, at, section }) => [
    ...(isComposed(source.id) ? misnamed(source, name, at) : []),
    ...ofTheSeries(source, section),
  ])
}

function misnamed(source: Source, name: string, at: number): Finding[] {
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) return []
  return findingAt(
    source,
    at,
    `« ${name} » : le nom d’une section devient une adresse.`,
    'Gardez les minuscules sans accent, les chiffres et le trait d’union.',
    true,
  )
}

function ofTheSeries(source: Source, section: YAMLMap): Finding[] {
  return [
    ...listed(section, 'items')
      .filter((item) => OF_THE_SERIES.test(`${item.get('title')} ${item.get('text')}`))
      .flatMap((item) => unmarked(source, item, 'serie', 'parle de la série')),
    ...listed(section, 'actions')
      .filter((action) => TO_THE_LIST.test(String(action.get('href'))))
      .flatMap((action) => unmarked(source, action, 'attente', 'mène à la liste d’attente')),
  ]
}

function listed(section: YAMLMap, key: string): YAMLMap[] {
  const list: unknown = section.get(key)
  return isSeq(list) ? list.items.filter((item) => isMap(item)) : []
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
