import { isMap, isScalar } from 'yaml'
import type { Source } from './sources.ts'

/** Texts that pages show in part and that are no page. */
const PARTS = ['header', 'footer', 'shared', 'merci', 'confirmation', 'desinscription', 'error', 'not-found']
/** Pages that show the sections of shared.yaml. */
const PARTNER_PAGES = ['/partenariat', '/sellerie-royale']
/** Addresses that no text stands for. */
const FILES = ['/calendrier.ics']
/** Parts of the home page that have no text of their own. */
const HOME_IDS = ['calendrier']

interface Anchor {
  id: string
  source: Source
  line: number
}

/** A page that links may lead to. */
export interface Route {
  path: string
  /** The text that makes it a page; undefined for a file. */
  source: Source | undefined
  anchors: Anchor[]
}

/** The pages of the site and what each can be linked at, as the names of its sections, headings and entries say. */
export function siteMap(sources: readonly Source[]): Route[] {
  const pages = sources.filter(({ folder, id }) => folder === 'pages' && !PARTS.includes(id))
  const legal = sources.filter(({ folder, id }) => folder === 'legal' && !id.startsWith('_'))
  const shared = sources.find(({ folder, id }) => folder === 'pages' && id === 'shared')
  const entries = (folder: string) =>
    sources.filter((source) => source.folder === folder).map((source) => ({ id: source.id, source, line: 1 }))
  return [
    ...pages.map((source) => {
      const path = routeOf(source)
      const anchors = sectionsOf(source)
      if (path === '/') anchors.push(...HOME_IDS.map((id) => ({ id, source, line: 1 })), ...entries('models'))
      if (path === '/faq') anchors.push(...entries('faq'))
      if (path === '/quilting') anchors.push(...entries('products'), ...entries('models'))
      if (shared && PARTNER_PAGES.includes(path)) anchors.push(...sectionsOf(shared))
      return { path, source, anchors }
    }),
    ...legal.map((source) => ({ path: routeOf(source), source, anchors: headingsOf(source) })),
    ...FILES.map((path) => ({ path, source: undefined, anchors: [] })),
  ]
}

/** Where a link without a path, such as «#candidature», leads to from a file: one page, or each partner page. */
export function ownPaths(source: Source): string[] {
  if (source.folder === 'faq') return ['/faq']
  if (source.folder === 'pages' && source.id === 'shared') return PARTNER_PAGES
  if ((source.folder === 'pages' && !PARTS.includes(source.id)) || source.folder === 'legal') return [routeOf(source)]
  return []
}

function routeOf({ id }: Source): string {
  return id === 'home' ? '/' : `/${id}`
}

/** The name of a section is its id on the page; the first one has no id. */
function sectionsOf(source: Source): Anchor[] {
  const sections = source.document.get('sections')
  if (!isMap(sections)) return []
  return sections.items.flatMap(({ key }) =>
    isScalar(key) && key.value !== 'hero'
      ? [{ id: String(key.value), source, line: source.lineOf(key.range?.[0] ?? 0) }]
      : [],
  )
}

/** The anchors that are written after headings: {#livraison}. */
function headingsOf(source: Source): Anchor[] {
  return [...source.text.matchAll(/^#{1,6} .*\{#([^}]+)\}\s*$/gm)].map(({ 1: id = '', index }) => ({
    id,
    source,
    line: source.lineOf(index),
  }))
}
