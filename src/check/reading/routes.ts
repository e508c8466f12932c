import { isComposed } from '../../model/sections.ts'
import { collectionOf, entryIdOf } from './collections.ts'
import { type PageFile, pageFiles, pageFrame } from './page-files.ts'
import { sectionsOf } from './sections-of.ts'
import type { Source } from './sources.ts'

/** Pages on which each entry of a collection has an anchor with its id; other pages show entries without one. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  faq: ['/faq'],
  models: ['/', '/quilting'],
  products: ['/quilting'],
}

interface Anchor {
  id: string
  /** The text with the anchor; undefined if a component writes it. */
  source: Source | undefined
  line: number
}

/** A page that can be the target of a link. */
export interface Route {
  path: string
  /** The text of the page: pages/{path}.yaml or an entry; undefined if the page has only code. */
  source: Source | undefined
  /** All texts that the page shows. */
  shows: Source[]
  anchors: Anchor[]
}

/** The pages of the site, from src/pages and the collections. */
export type SiteRoutes = ReturnType<typeof siteRoutes>

/** Returns the pages of the site and their anchors: section names, headings, entries and ids in the code. */
export function siteRoutes(sources: readonly Source[]) {
  const files = pageFiles()
  const made = files.filter(({ parameter }) => parameter)
  const { ids, forms } = pageFrame()
  return {
    routes: [
      ...files.filter(({ parameter }) => !parameter).map((file) => fixedRoute(file, sources)),
      ...made.flatMap((file) => entryRoutes(file, sources)),
    ].filter(({ path }, index, all) => all.findIndex((each) => each.path === path) === index),
    /** Patterns of routes whose last segment is known only at the request: /merci/[form]. */
    open: made.filter(({ collections }) => collections.length === 0).map(({ route }) => patternOf(route)),
    /** True for an id that the layout of every page already has. */
    isOfFrame: (id: string) =>
      ids.includes(id) || forms.some((form) => id === `form-${form}` || id.startsWith(`${form}-`)),
  }
}

/** Returns the target pages of a link without a path, such as «#candidature»: all pages that show the text. */
export function pathsOf(source: Source, { routes }: SiteRoutes): string[] {
  return routes.filter(({ shows }) => shows.includes(source)).map(({ path }) => path)
}

/** Returns the page of a file without parameters: about.astro, or sub/page.astro. */
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

/** Returns the pages that a file such as [legal].astro creates from the entries of a collection. */
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
 * Returns the anchors of a text: the names of its sections and the ids of its headings, {#livraison}.
 * @param made ids in the code of the page, which limit its sections; omitted for a composed page
 */
function anchorsIn(source: Source, made?: readonly string[]): Anchor[] {
  return [
    ...sectionsOf(source)
      // The first section has no id.
      .filter(({ name }) => name !== 'hero' && (!made || made.includes(name)))
      .map(({ name, at }) => ({ id: name, source, line: source.lineOf(at) })),
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
