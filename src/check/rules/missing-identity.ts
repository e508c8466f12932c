import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { missingIn } from '../../copy/facts/identity.ts'
import { parseFacts } from '../../copy/facts/parse-facts.ts'
import { COMPANY } from '../../model/known-facts.ts'
import { type Finding, findingOn } from '../finding.ts'

/**
 * Returns findings for empty or example facts of company.yaml; a public site is not built without them.
 * @param yaml text of company.yaml
 * @param file its path in findings
 */
export function missingIdentity(yaml: string, file: string): Finding[] {
  const company = parseFacts(yaml, file)
  const notice = company.avis_harmonise ?? ''
  const lost = notice.startsWith('/') && !existsSync(join('public', notice)) ? ['avis_harmonise'] : []
  const lines = yaml.split('\n')
  // The schema names a line that is not there at all.
  const missing = missingIn(company).filter((name) => Object.hasOwn(company, name))
  return [...missing, ...lost].flatMap((name) => {
    const called = COMPANY[name]?.says ?? `« ${name} »`
    const line = lines.findIndex((text) => text.startsWith(`${name}:`)) + 1 || 1
    const value = company[name] ?? ''
    if (value === '') return findingOn({ file, line }, `il manque ${called}.`, `Écrivez « ${name}: … ».`)
    return name === 'avis_harmonise'
      ? findingOn({ file, line }, `public${value} manque.`, 'Posez le visuel officiel à cet endroit.')
      : findingOn({ file, line }, `${called} est un exemple (${value}).`, `Écrivez « ${name}: … ».`)
  })
}
