import { isScalar, type Pair, visit } from 'yaml'
import { nameOfLine, RECORD_KEYS, type RecordKey } from '../../content.record.ts'
import { type Finding, findingAt } from '../finding.ts'
import type { Source } from './sources.ts'

/** Facts that only the house can give and that are still empty: lines of a record, and terms on a page. */
export function emptyFacts(sources: readonly Source[]): Finding[] {
  return sources
    .filter(({ folder }) => ['products', 'models', 'pages'].includes(folder))
    .flatMap((source) => emptyIn(source))
}

function emptyIn(source: Source): Finding[] {
  const findings: Finding[] = []
  const add = (pair: Pair, name: string) => {
    const offset = isScalar(pair.key) ? (pair.key.range?.[0] ?? 0) : 0
    findings.push(
      ...findingAt(
        source,
        offset,
        `« ${name} » n’est pas renseigné : la ligne ne paraît pas.`,
        'Écrivez ce que vous savez, ou laissez vide.',
      ),
    )
  }
  visit(source.document, {
    Map(_, node) {
      for (const pair of node.items) {
        if (!isScalar(pair.value) || pair.value.value !== '') continue
        const key = isScalar(pair.key) ? String(pair.key.value) : ''
        if (key === 'value') add(pair, String(node.get('label')))
        else if (isRecordKey(key) && source.document.get('record') === node) add(pair, nameOfLine(key))
      }
    },
  })
  return findings
}

function isRecordKey(key: string): key is RecordKey {
  return RECORD_KEYS.some((known) => known === key)
}
