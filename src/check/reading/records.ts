import { isScalar, visit } from 'yaml'
import { nameOfLine, RECORD_KEYS } from '../../content.record.ts'
import { type Finding, findingAt } from '../finding.ts'
import type { Source } from './sources.ts'

/** Returns findings for empty facts that only the company knows: lines of a record, specifications on a page. */
export function emptyFacts(sources: readonly Source[]): Finding[] {
  return sources
    .filter(({ folder }) => ['products', 'models', 'pages'].includes(folder))
    .flatMap((source) => emptyIn(source))
}

function emptyIn(source: Source): Finding[] {
  const findings: Finding[] = []
  const mend = 'Écrivez ce que vous savez, ou laissez vide.'
  visit(source.document, {
    Map(_, node) {
      for (const { key, value } of node.items) {
        if (!isScalar(key) || !isScalar(value) || value.value !== '') continue
        const line = source.document.get('record') === node && RECORD_KEYS.find((known) => known === key.value)
        const name = key.value === 'value' ? String(node.get('label')) : line && nameOfLine(line)
        if (!name) continue
        const what = `« ${name} » n’est pas renseigné : la ligne ne paraît pas.`
        findings.push(...findingAt(source, key.range?.[0] ?? 0, what, mend))
      }
    },
  })
  return findings
}
