import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { isMap, isScalar } from 'yaml'
import { isComposed } from '../../model/sections.ts'
import type { Source } from './sources.ts'

const PAGES = 'src/pages'
const CODE = /\.(astro|md|mdx|html|[jt]s)$/
/** Error pages, to which no link leads. */
const NOT_LINKED = ['/404', '/500']
/** Pages on which each entry of a collection has an anchor with its id; other pages show entries without one. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  faq: ['/faq'],
  models: ['/', '/quilting'],
  products: ['/quilting'],
}

/** A page that can be the target of a link. */
export interface Route {
  path: string
  /** All texts that the page shows. */
  shows: readonly Source[]
  /** Ids on the page, the targets of `#…`. */
  anchors: readonly string[]
}

/** The pages of the site, from src/pages and the collections. */
export type SiteRoutes = ReturnType<typeof siteRoutes>

/** Returns the pages of the site and their anchors: section names, headings, entries and ids in the code. */
export function siteRoutes(sources: readonly Source[]) {
  const files = pageFiles()
  const routes = files.flatMap((file) => routesOf(file, sources))
  return {
    routes: routes.filter(({ path }, index) => routes.findIndex((each) => each.path === path) === index),
    /** Patterns of routes whose last segment is not the name of a text: /merci/[form]. */
    open: files
      .filter(({ route, collections }) => route.includes('[') && entriesOf(collections, sources).length === 0)
      .map(({ route }) => patternOf(route)),
  }
}

/** Returns every route of src/pages (https://docs.astro.build/en/guides/routing/) and what its code shows. */
function pageFiles() {
  const texts = new Map<string, string>()
  const read = (file: string) => {
    const text = texts.get(file) ?? (existsSync(file) ? readFileSync(file, 'utf8') : '')
    texts.set(file, text)
    return text
  }
  return readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll(sep, '/'))
    .filter((name) => CODE.test(name) && !/(^|\/)_/.test(name))
    .map((name) => ({ name, route: `/${name.replace(CODE, '').replace(/(^|\/)index$/, '')}` }))
    .filter(({ route }) => !NOT_LINKED.includes(route))
    .map(({ name, route }) => ({ route, ...shownBy(codeOf(join(PAGES, name), read)) }))
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

type PageFile = ReturnType<typeof pageFiles>[number]

/** Returns the page of a file such as about.astro, or those that [legal].astro creates from the entries of a collection. */
function routesOf({ route, ids, copies, forms, collections }: PageFile, sources: readonly Source[]): Route[] {
  const entries = entriesOf(collections, sources)
  if (route.includes('['))
    return entries
      .filter(({ folder, id }) => folder !== 'pages' || isComposed(id))
      .map((source) => ({
        path: route.replace(/\[[^\]]+\]/, source.path.replace(/^[^/]+\/|\.\w+$/g, '')),
        shows: [source],
        anchors: [...anchorsIn(source), ...ids],
      }))
  const name = route === '/' ? 'home' : route.slice(1)
  const own = sources.filter(
    ({ folder, id }) =>
      (['pages', 'legal'].includes(folder) && id === name) ||
      (folder === 'pages' && copies.includes(id)) ||
      (folder === 'forms' && forms.includes(id)),
  )
  const placed = entries.filter(({ folder }) => PLACES[folder]?.includes(route)).map(({ id }) => id)
  const named = own.filter(({ folder }) => folder === 'legal').flatMap(anchorsIn)
  return [{ path: route, shows: [...own, ...entries], anchors: [...placed, ...named, ...ids] }]
}

/** Returns the entries of collections, which have the names of their folders. */
function entriesOf(collections: readonly string[], sources: readonly Source[]): Source[] {
  return sources.filter(({ folder }) => collections.includes(folder.split('/')[0] ?? ''))
}

/** Returns the anchors of a text: the names of its sections but the first, and the ids of its headings, {#livraison}. */
function anchorsIn({ document, text }: Source): string[] {
  const sections: unknown = document.get('sections')
  const names = isMap(sections) ? sections.items.flatMap(({ key }) => (isScalar(key) ? String(key.value) : [])) : []
  return [
    ...names.filter((name) => name !== 'hero'),
    ...[...text.matchAll(/^#{1,6} .*\{#([^}]+)\}\s*$/gm)].map(([, id = '']) => id),
  ]
}

function patternOf(route: string): RegExp {
  return new RegExp(`^${route.replace(/\[\.{3}[^\]]+\]/g, '.+').replace(/\[[^\]]+\]/g, '[^/]+')}$`)
}
