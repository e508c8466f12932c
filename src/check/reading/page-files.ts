import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'

const PAGES = 'src/pages'
const LAYOUTS = ['Base', 'Page', 'Plain']
const CODE = /\.(astro|md|mdx|html|[jt]s)$/
/** Error pages, to which no link leads. */
const NOT_LINKED = ['/404', '/500']

/** A file of src/pages: its route, such as /merci/[form], and what its code and its components show. */
export type PageFile = ReturnType<typeof pageFiles>[number]

/** Returns every file of src/pages that has a route (https://docs.astro.build/en/guides/routing/). */
export function pageFiles() {
  const read = fileReader()
  return readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll(sep, '/'))
    .filter((name) => CODE.test(name) && !/(^|\/)_/.test(name))
    .map((name) => ({ name, route: routeOf(name) }))
    .filter(({ route }) => !NOT_LINKED.includes(route))
    .map(({ name, route }) => ({
      route,
      /** True if a part of the address depends on an entry or a request. */
      parameter: route.includes('['),
      ...shownBy(codeOf(join(PAGES, name), read)),
    }))
}

/** Returns what the layouts show on every page. */
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
    /** Files of src/content/pages whose texts it shows. */
    copies: all(/pageCopy\('([\w-]+)'\)/g),
    forms: all(/<FormIsland name="([\w-]+)"/g),
    collections: all(/getCollection\('([\w-]+)'/g),
  }
}

/** Returns the code of a page and of the components that it imports, except layouts, which show no texts of a page. */
function codeOf(file: string, read: (file: string) => string, seen = new Set<string>()): string {
  if (seen.has(file)) return ''
  seen.add(file)
  const code = read(file)
  const imported = [...code.matchAll(/from '(\.[^']+\.(?:astro|tsx))'/g)]
    .map(([, path = '']) => join(dirname(file), path))
    .filter((path) => !path.split(sep).includes('layouts'))
  return [code, ...imported.map((path) => codeOf(path, read, seen))].join('\n')
}

/** Reads each file once, because pages share most components; a missing file counts as empty. */
function fileReader(): (file: string) => string {
  const texts = new Map<string, string>()
  return (file) => {
    const text = texts.get(file) ?? (existsSync(file) ? readFileSync(file, 'utf8') : '')
    texts.set(file, text)
    return text
  }
}
