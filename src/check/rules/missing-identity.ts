import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { missingIn, NEEDED } from '../../copy/facts/identity.ts'
import { parseFacts } from '../../copy/facts/parse-facts.ts'
import { VAT } from '../../copy/facts/vat.ts'
import { type Finding, findingOn, type Sentences } from '../finding.ts'

/**
 * Returns findings for missing or example facts of company.yaml; a public site is not built without them.
 * @param yaml text of company.yaml
 * @param file its path in findings
 */
export function missingIdentity(yaml: string, file: string): Finding[] {
  const company = parseFacts(yaml, file)
  const lines = yaml.split('\n')
  const notice = company.avis_harmonise ?? ''
  const lost = notice.startsWith('/') && !existsSync(join('public', notice)) ? ['avis_harmonise'] : []
  const lineOf = (name: string) => lines.findIndex((text) => text.startsWith(`${name}:`)) + 1 || 1
  return [...missingIn(company), ...lost].flatMap((name) =>
    findingOn({ file, line: lineOf(name) }, ...sentencesFor(name, company[name] ?? ''), true),
  )
}

function sentencesFor(name: string, value: string): Sentences {
  const called = NEEDED[name] ?? `« ${name} »`
  const mend = `Écrivez « ${name}: … ».`
  if (value === '') return [`il manque ${called}.`, mend]
  if (name === 'avis_harmonise') return [`public${value} manque.`, 'Posez le visuel officiel à cet endroit.']
  if (name !== 'regime_tva') return [`${called} est un exemple (${value}).`, mend]
  return [`« ${value} » n’est pas un régime connu.`, `Écrivez ${Object.keys(VAT).join(' ou ')}.`]
}
