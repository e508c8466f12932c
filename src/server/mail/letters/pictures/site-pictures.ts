import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { pictureName } from '../../../../copy/markdown/text-pictures.ts'

const DESCRIPTIONS = new URL('../../../../content/pictures.yaml', import.meta.url)
const MASTERS = fileURLToPath(new URL('../../../../assets/pictures/', import.meta.url))

/** Returns the descriptions of the site's pictures by name. */
export function describedPictures(): Record<string, string> {
  const all = Object.entries(parse(readFileSync(DESCRIPTIONS, 'utf8')) as Record<string, { alt?: string }>)
  return Object.fromEntries(all.map(([name, { alt = '' }]) => [name, alt]))
}

/** Returns the full-size file of a picture of the site; undefined for an unknown name. */
export function masterOf(name: string): string | undefined {
  const file = readdirSync(MASTERS).find((each) => pictureName(each) === name)
  return file && join(MASTERS, file)
}
