import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isToFill, values } from './facts.ts'

const PLACEHOLDER = /\{\{\s*([\w-]+)\s*\}\}/g

/** HTML that code puts where a text calls it by name, alone in its paragraph. */
export type Blocks = Readonly<Record<string, () => string>>

/** Fills {{ names }} in text that is not HTML, such as a title or an alt. Throws for an unknown name. */
export function fillText(text: string): string {
  return text.replace(PLACEHOLDER, (_, name: string) => {
    const value = lookUp(name, {})
    return value === '' ? `[à compléter : ${name.replaceAll('_', ' ')}]` : value
  })
}

/** Fills {{ names }} in Markdown: blocks of HTML, plain values in addresses, marked values elsewhere. */
export function fillMarkdown(source: string, blocks: Blocks): string {
  return source
    .replace(/^\{\{\s*([\w-]+)\s*\}\}$/gm, (whole, name: string) => blocks[name]?.() ?? whole)
    .replace(/(\]\(|href=")[^)"]*/g, (address) => address.replace(PLACEHOLDER, (_, name) => lookUp(name, blocks)))
    .replace(PLACEHOLDER, (_, name: string) => marked(name, lookUp(name, blocks)))
}

function marked(name: string, value: string): string {
  if (!isToFill(name)) return value || '–'
  if (value === '') return `<mark class="to-fill">à compléter : ${name.replaceAll('_', ' ')}</mark>`
  return `${value} <mark class="to-fill">à compléter</mark>`
}

function lookUp(name: string, blocks: Blocks): string {
  const value = values[name]
  if (value === undefined) throw new Error(unknown(name, Object.keys({ ...values, ...blocks })))
  return value
}

/** The file, the line and the nearest name, for whoever wrote a name that does not exist. */
function unknown(name: string, names: string[]): string {
  const nearest = names.reduce((best, known) => (distance(name, known) < distance(name, best) ? known : best))
  return `${locate(name)} : « {{ ${name} }} » n’existe pas. Le nom le plus proche est « {{ ${nearest} }} » (src/content/facts.yaml et company.yaml).`
}

function locate(name: string): string {
  const folder = 'src/content'
  const pattern = new RegExp(`\\{\\{\\s*${name}\\s*\\}\\}`)
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.(md|ya?ml)$/.test(file)) continue
    const line = readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .findIndex((text) => pattern.test(text))
    if (line >= 0) return `${join(folder, file)}:${line + 1}`
  }
  return 'Un composant'
}

/** Levenshtein's distance between two names. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(
        (next[j - 1] as number) + 1,
        (row[j] as number) + 1,
        (row[j - 1] as number) + Number(a[i - 1] !== b[j - 1]),
      )
    row = next
  }
  return row[b.length] as number
}
