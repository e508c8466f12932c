import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'

const PAGES = 'src/pages'
const LAYOUTS = ['Base', 'Page', 'Plain']
const CODE = /\.(astro|md|mdx|html|[jt]s)$/
/** Pages that answer for others and that no link leads to. */
const NOT_LINKED = ['/404', '/500']

/** A file of src/pages: its address, such as /merci/[form], and what its code and its components show. */
export type PageFile = ReturnType<typeof pageFiles>[number]

/** Every file of src/pages that has an address (https://docs.astro.build/en/guides/routing/). */
export function pageFiles() {
  const read = fileReader()
  return readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll(sep, '/'))
    .filter((name) => CODE.test(name) && !/(^|\/)_/.test(name))
    .map((name) => ({ name, route: routeOf(name) }))
    .filter(({ route }) => !NOT_LINKED.includes(route))
    .map(({ name, route }) => ({
      route,
      /** True where a part of the address is known only from entries or requests. */
      parameter: route.includes('['),
      ...shownBy(codeOf(join(PAGES, name), read)),
    }))
}

/** What stands around every page, by the layouts. */
export function pageFrame() {
  const read = fileReader()
  return shownBy(LAYOUTS.map((name) => codeOf(`src/layouts/${name}.astro`, read)).join('\n'))
}

function routeOf(name: string): string {
  return `/${name.replace(CODE, '').replace(/(^|\/)index$/, '')}`
}

function shownBy(code: string) {
  const all = (pattern: RegExp) => [...new Set([...code.matchAll(pattern)].map(([, name = '']) => name))]
  return {
    ids: all(/\sid="([\w-]+)"/g),
    /** Files of src/content/pages that it takes texts from. */
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
