import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

const DESCRIPTIONS = new URL('../../../content/pictures.yaml', import.meta.url)

/** Returns the descriptions of the site's pictures by name. */
export function describedPictures(): Record<string, string> {
  const all = Object.entries(parse(readFileSync(DESCRIPTIONS, 'utf8')) as Record<string, { alt?: string }>)
  return Object.fromEntries(all.map(([name, { alt = '' }]) => [name, alt]))
}
