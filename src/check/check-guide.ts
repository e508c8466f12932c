import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFacts } from '../copy/parse-facts.ts'
import { valuesOf } from '../copy/values.ts'
import type { Finding } from './finding.ts'
import { GUIDE, readText } from './sources.ts'

/** The table between these two comments is generated. */
const TABLE = /(<!-- valeurs : début -->\n)([\s\S]*?)(<!-- valeurs : fin -->)/

/** Finds the table of values in the guide out of date. */
export function checkGuide(root: string): Finding[] {
  const file = join(root, GUIDE)
  if (!existsSync(file)) return []
  const text = readText(file)
  const [, , written = ''] = TABLE.exec(text) ?? []
  if (written === tableOf(root)) return []
  return [
    {
      file,
      line: text.slice(0, Math.max(0, text.search(TABLE))).split('\n').length,
      what: 'le tableau des valeurs n’est plus à jour.',
      mend: 'Lancez npm run check:content -- --guide, qui le récrit.',
      breaks: false,
    },
  ]
}

/** Generates the table of values in the guide again. */
export function writeGuide(root: string): void {
  const file = join(root, GUIDE)
  const text = readText(file)
  writeFileSync(
    file,
    text.replace(TABLE, (_, start: string, __, end: string) => start + tableOf(root) + end),
  )
}

function tableOf(root: string): string {
  const [company, facts] = [readFacts(join(root, 'company.yaml')), readFacts(join(root, 'facts.yaml'))]
  const values = Object.entries(valuesOf(company, facts, { questions: 0, models: 0 }))
  // What changes with each question is explained beside the table.
  const rows = values
    .filter(([name]) => !/^nombre_/i.test(name))
    .map(([name, value]) => {
      const source = name in facts ? 'facts.yaml' : name in company ? 'company.yaml' : 'se calcule'
      return `| \`{{ ${name} }}\` | ${value || '*vide*'} | ${source} |`
    })
  return `\n| Nom | Valeur | Où elle s’écrit |\n|---|---|---|\n${rows.join('\n')}\n\n`
}
