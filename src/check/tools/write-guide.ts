import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFacts } from '../../copy/facts/parse-facts.ts'
import { valuesOf } from '../../copy/facts/values.ts'
import { readText } from '../reading/sources.ts'

const GUIDE = 'LISEZMOI.md'

/** The generated table, between two comments. */
const TABLE = /(<!-- valeurs : début -->\n)([\s\S]*?)(<!-- valeurs : fin -->)/

/** Updates the table of values in the guide if a value has changed. */
export function writeGuide(root: string): void {
  const file = join(root, GUIDE)
  if (!existsSync(file)) return
  const text = readText(file)
  const table = tableOf(root)
  if (TABLE.exec(text)?.[2] === table) return
  const written = text.replace(TABLE, (_, start: string, __, end: string) => start + table + end)
  writeFileSync(file, written)
}

function tableOf(root: string): string {
  const [company, facts] = [readFacts(join(root, 'company.yaml')), readFacts(join(root, 'facts.yaml'))]
  const values = Object.entries(valuesOf(company, facts, { questions: 0, models: 0, pieces: 0 }))
  // Counts change with every entry, so the guide explains them beside the table.
  const rows = values
    .filter(([name]) => !/^nombre_/i.test(name))
    .map(([name, value]) => {
      const source = name in facts ? 'facts.yaml' : name in company ? 'company.yaml' : 'se calcule'
      return `| \`{{ ${name} }}\` | ${value || '*vide*'} | ${source} |`
    })
  return `\n| Nom | Valeur | Où elle s’écrit |\n|---|---|---|\n${rows.join('\n')}\n\n`
}
