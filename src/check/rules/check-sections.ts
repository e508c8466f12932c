import { isMap, isScalar, isSeq, type YAMLMap } from 'yaml'
import { schemas } from '../../content.schemas.ts'
import { isComposed, shownOf } from '../../content.sections.ts'
import { type Finding, findingAt } from '../finding.ts'
import { schemaAt } from '../reading/schema-at.ts'
import { sectionsOf } from '../reading/sections-of.ts'
import type { Source } from '../reading/sources.ts'

/** Keys that control how or when a part is shown. */
const NOT_READ = ['kind', 'serie', 'attente']
/** Mentions of the series in an item, which would still be shown after its end. */
const OF_THE_SERIES = /allocation|édition limitée|\{\{\s*tapis_en_production\s*\}\}/i
const TO_THE_LIST = /#liste-attente$/

/**
 * Finds sections of composed pages with an invalid name, texts that their page does not show, and items about the
 * series or links to its waiting list without the mark that removes them after its end.
 */
export function checkSections(source: Source): Finding[] {
  if (source.folder !== 'pages') return []
  return sectionsOf(source).flatMap(({ name, at, section }) => [
    ...(isComposed(source.id) ? misnamed(source, name, at) : []),
    ...lostIn(source, name, section),
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

/** Finds texts of a section that its page does not show. */
function lostIn(source: Source, name: string, section: YAMLMap): Finding[] {
  const shown = shownOf(source.id, name, String(section.get('kind')))
  if (!shown) return []
  const parts = shown.includes('items') ? listed(section, 'items') : []
  return [
    ...lost(source, section, shown, 'cette section'),
    ...parts.flatMap((part) => lost(source, part, shown, 'un élément de cette section', 'items.')),
  ]
}

/** @param prefix of the keys of this part */
function lost(source: Source, part: YAMLMap, shown: readonly string[], what: string, prefix = ''): Finding[] {
  const { keys } = schemaAt(schemas.pages, ['sections', '', ...(prefix ? ['items', 0] : [])])
  const possible = keys.filter((key) => shown.includes(prefix + key))
  const notShown = keys.filter((key) => !possible.includes(key) && !NOT_READ.includes(key))
  return part.items.flatMap(({ key }) =>
    isScalar(key) && notShown.includes(String(key.value))
      ? findingAt(
          source,
          key.range?.[0] ?? 0,
          `${what} ne montre pas « ${String(key.value)} ».`,
          `Retirez cette ligne ; ce qui paraît : ${possible.join(', ')}.`,
        )
      : [],
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
