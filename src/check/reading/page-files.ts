import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'

/** A file of src/pages, and what its code and its components show. */
export interface PageFile {
  /** Its address: /about, /calendrier.ics, /merci/[form]. */
  route: string
  /** True where a part of the address is known only from entries or requests. */
  parameter: boolean
  /** Ids that its elements have in the code itself. */
  ids: string[]
  /** Files of src/content/pages that it takes texts from. */
  copies: string[]
  /** Forms that stand on it. */
  forms: string[]
  /** Collections whose entries it shows. */
  collections: string[]
}

const PAGES = 'src/pages'
const LAYOUTS = ['Base', 'Page', 'Plain']
const CODE = /\.(astro|md|mdx|html|[jt]s)$/
/** Pages that answer for others and that no link leads to. */
const NOT_LINKED = ['/404', '/500']

/** Every file of src/pages that has an address (https://docs.astro.build/en/guides/routing/). */
export function pageFiles(): PageFile[] {
  const read = fileReader()
  return readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll(sep, '/'))
    .filter((name) => CODE.test(name) && !/(^|\/)_/.test(name))
    .map((name) => ({ name, route: routeOf(name) }))
    .filter(({ route }) => !NOT_LINKED.includes(route))
    .map(({ name, route }) => ({ route, parameter: route.includes('['), ...shownBy(codeOf(join(PAGES, name), read)) }))
}

/** What stands around every page: the ids and the forms of the layouts. */
export function pageFrame(): Pick<PageFile, 'ids' | 'forms'> {
  const read = fileReader()
  const { ids, forms } = shownBy(LAYOUTS.map((name) => codeOf(`src/layouts/${name}.astro`, read)).join('\n'))
  return { ids, forms }
}

function routeOf(name: string): string {
  return `/${name.replace(CODE, '').replace(/(^|\/)index$/, '')}`
}

function shownBy(code: string): Pick<PageFile, 'ids' | 'copies' | 'forms' | 'collections'> {
  const all = (pattern: RegExp) => [...new Set([...code.matchAll(pattern)].map(([, name = '']) => name))]
  return {
    ids: all(/\sid="([\w-]+)"/g),
    copies: all(/pageCopy\('([\w-]+)'\)/g),
    forms: all(/<FormIsland name="([\w-]+)"/g),
    collections: all(/getCollection\('([\w-]+)'/g),
  }
}

/** The code of a page and of the components that it imports; layouts are left out, because they show no text of a page. */
function codeOf(file: string, read: (file: string) => string, seen = new Set<string>()): string {
  if (seen.has(file)) return ''
  seen.add(file)
  const code = read(file)
  const imported = [...code.matchAll(/from '(\.[^']+\.(?:astro|tsx))'/g)]
    .map(([, path = '']) => join(dirname(file), path))
    .filter((path) => !path.split(sep).includes('layouts'))
  return [code, ...imported.map((path) => codeOf(path, read, seen))].join('\n')
}

/** Reads each file once, because pages share most of their components; a missing one is empty. */
function fileReader(): (file: string) => string {
  const texts = new Map<string, string>()
  return (file) => {
    const text = texts.get(file) ?? (existsSync(file) ? readFileSync(file, 'utf8') : '')
    texts.set(file, text)
    return text
  }
}
