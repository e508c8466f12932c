import { isMap, isScalar } from 'yaml'
import { isComposed } from '../../content.sections.ts'
import { collectionOf, entryIdOf } from './collections.ts'
import { type PageFile, pageFiles, pageFrame } from './page-files.ts'
import type { Source } from './sources.ts'

/** Pages on which each entry of a collection has its name for an id; others show it without one. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  faq: ['/faq'],
  models: ['/', '/quilting'],
  products: ['/quilting'],
}

interface Anchor {
  id: string
  /** The text that names it; undefined where a component writes it. */
  source: Source | undefined
  line: number
}

/** A page that links may lead to. */
export interface Route {
  path: string
  /** The text that the page is made for: pages/{path}.yaml or an entry; undefined where code alone makes it. */
  source: Source | undefined
  /** Every text that the page shows. */
  shows: Source[]
  anchors: Anchor[]
}

/** The site's pages, as src/pages and the collections make them. */
export type SiteRoutes = ReturnType<typeof siteRoutes>

/** The pages of the site and where each can be linked to: the names of its sections, headings and entries, and ids in its code. */
export function siteRoutes(sources: readonly Source[]) {
  const files = pageFiles()
  const made = files.filter(({ parameter }) => parameter)
  const { ids, forms } = pageFrame()
  return {
    routes: [
      ...files.filter(({ parameter }) => !parameter).map((file) => fixedRoute(file, sources)),
      ...made.flatMap((file) => entryRoutes(file, sources)),
    ].filter(({ path }, index, all) => all.findIndex((each) => each.path === path) === index),
    /** Addresses that pages take whose last part is known only when they are asked for: /merci/[form]. */
    open: made.filter(({ collections }) => collections.length === 0).map(({ route }) => patternOf(route)),
    /** True for an id that the frame of every page has already. */
    isOfFrame: (id: string) =>
      ids.includes(id) || forms.some((form) => id === `form-${form}` || id.startsWith(`${form}-`)),
  }
}

/** Where a link without a path, such as «#candidature», leads to from a text: the pages that show it. */
export function pathsOf(source: Source, { routes }: SiteRoutes): string[] {
  return routes.filter(({ shows }) => shows.includes(source)).map(({ path }) => path)
}

/** A page with a file of its own: about.astro, or sub/page.astro. */
function fixedRoute({ route, ids, copies, forms, collections }: PageFile, sources: readonly Source[]): Route {
  const id = route === '/' ? 'home' : route.slice(1)
  const own = sources.find(({ folder, id: name }) => ['pages', 'legal'].includes(folder) && name === id)
  const parts = sources.filter(
    ({ folder, id: name }) =>
      (folder === 'pages' && copies.includes(name)) || (folder === 'forms' && forms.includes(name)),
  )
  const nameOf = (source: Source) => collectionOf(source)?.name ?? ''
  const entries = sources.filter((source) => collections.includes(nameOf(source)))
  const placed = entries.filter((source) => PLACES[nameOf(source)]?.includes(route))
  const shows = [...new Set([...(own ? [own] : []), ...parts, ...entries])]
  return {
    path: route,
    source: own,
    shows,
    anchors: [
      ...placed.map((source) => ({ id: entryIdOf(source), source, line: 1 })),
      ...shows.filter((source) => !entries.includes(source)).flatMap((source) => anchorsIn(source, ids)),
      ...ids.map((id) => ({ id, source: undefined, line: 1 })),
    ],
  }
}

/** The pages that a file such as [legal].astro makes of the entries of a collection. */
function entryRoutes({ route, ids, collections }: PageFile, sources: readonly Source[]): Route[] {
  return sources
    .filter((source) => collections.includes(collectionOf(source)?.name ?? ''))
    .filter(({ folder, id }) => folder !== 'pages' || isComposed(id))
    .map((source) => ({
      path: route.replace(/\[[^\]]+\]/, entryIdOf(source)),
      source: ['legal', 'pages'].includes(source.folder) ? source : undefined,
      shows: [source],
      anchors: [...anchorsIn(source), ...ids.map((id) => ({ id, source: undefined, line: 1 }))],
    }))
}

/**
 * The ids that a text gives its page: its sections' names, and the anchors after its headings, {#livraison}.
 * @param made ids in the code of the page, without which its sections have none; a composed page has one for each
 */
function anchorsIn(source: Source, made?: readonly string[]): Anchor[] {
  const sections = source.document.get('sections')
  const names = isMap(sections) ? sections.items.map(({ key }) => key) : []
  return [
    ...names.flatMap((key) =>
      // The first section has no id.
      isScalar(key) && key.value !== 'hero' && (!made || made.includes(String(key.value)))
        ? [{ id: String(key.value), source, line: source.lineOf(key.range?.[0] ?? 0) }]
        : [],
    ),
    ...[...source.text.matchAll(/^#{1,6} .*\{#([^}]+)\}\s*$/gm)].map(({ 1: id = '', index }) => ({
      id,
      source,
      line: source.lineOf(index),
    })),
  ]
}

function patternOf(route: string): RegExp {
  return new RegExp(`^${route.replace(/\[\.{3}[^\]]+\]/g, '.+').replace(/\[[^\]]+\]/g, '[^/]+')}$`)
}
