import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { missingIn, NEEDED, parseFacts } from '../../copy/facts/parse-facts.ts'
import { VAT } from '../../copy/facts/vat.ts'
import type { Finding } from '../finding.ts'

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
  return [...missingIn(company), ...lost].map((name) => ({
    file,
    line: lines.findIndex((text) => text.startsWith(`${name}:`)) + 1 || 1,
    ...messageOf(name, company[name] ?? ''),
    breaks: true,
  }))
}

function messageOf(name: string, value: string): Pick<Finding, 'what' | 'mend'> {
  const called = NEEDED[name] ?? `« ${name} »`
  const mend = `Écrivez « ${name}: … ».`
  if (value === '') return { what: `il manque ${called}.`, mend }
  if (name === 'avis_harmonise')
    return { what: `public${value} manque.`, mend: 'Posez le visuel officiel à cet endroit.' }
  if (name !== 'regime_tva') return { what: `${called} est un exemple (${value}).`, mend }
  return { what: `« ${value} » n’est pas un régime connu.`, mend: `Écrivez ${Object.keys(VAT).join(' ou ')}.` }
}
