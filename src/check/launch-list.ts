import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isMap, isScalar, isSeq, visit } from 'yaml'
import { missingIn } from '../copy/facts/identity.ts'
import { parseFacts } from '../copy/facts/parse-facts.ts'
import { COMPANY } from '../model/known-facts.ts'
import { nameOfLine, RECORD_KEYS } from '../model/record.ts'
import { checkTexts } from './check-content.ts'
import { type Finding, findingAt, findingOn } from './finding.ts'
import { namesIn, readSources, type Source } from './reading/sources.ts'

/**
 * Returns what is missing before launch: what blocks a public build, and what the owner should settle as well.
 * @param folder of the texts
 */
export function launchList(folder: string) {
  const sources = readSources(folder)
  const broken = checkTexts(folder).filter(({ breaks }) => breaks)
  const top = (name: string) => sources.find(({ path }) => path === `${name}.yaml`)
  const [company, launch] = ['company', 'lancement'].map(top)
  if (!company || !launch) return { blocking: broken, advisory: [] }
  return {
    blocking: [...missingIdentity(company.text, company.file), ...broken],
    advisory: [
      ...sources.filter(({ folder }) => folder === 'testimonials').flatMap(example),
      ...sources.filter(({ folder }) => ['products', 'models', 'pages'].includes(folder)).flatMap(emptyFacts),
      ...rendered(top('pictures')),
      ...openPoints(launch),
    ],
  }
}

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

function example({ file, document }: Source): Finding[] {
  if (document.get('example') !== true) return []
  const mend = 'Remplacez-le par un vrai, avec preuve (proof), accord et date, ou retirez-le.'
  return findingOn({ file }, 'ce témoignage est un exemple.', mend)
}

/** Returns findings for empty facts that only the company knows: lines of a record, specifications on a page. */
function emptyFacts(source: Source): Finding[] {
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

/** Returns one finding for all pictures that are still computer-generated. */
function rendered(list: Source | undefined): Finding[] {
  const names = namesIn(list).flatMap(({ name }) => (list?.document.getIn([name, 'synthese']) === true ? [name] : []))
  if (!list || names.length === 0) return []
  const mend = 'Déposez les photographies sous les mêmes noms (art/prises-de-vue.md), puis retirez « synthese: true ».'
  return findingAt(list, 0, `images de synthèse : ${names.join(', ')}.`, mend)
}

function openPoints(source: Source): Finding[] {
  const points = source.document.contents
  if (!isSeq(points)) return []
  return points.items.flatMap((point) => {
    if (!isMap(point) || point.get('fait') !== false) return []
    const what = `${String(point.get('sujet'))} (${String(point.get('ou'))}).`
    return findingAt(source, point.range?.[0] ?? 0, what, String(point.get('pourquoi')))
  })
}
