import { readdirSync } from 'node:fs'
import { sep } from 'node:path'
import { isMap, isScalar } from 'yaml'
import { isComposed } from '../../model/sections.ts'
import type { Source } from './sources.ts'

const PAGES = 'src/pages'
const CODE = /\.(astro|md|mdx|html|[jt]s)$/
/** Error pages, to which no link leads. */
const NOT_LINKED = ['/404', '/500']

/** What a page shows besides the file with its name: other texts, and collections, those with an anchor for each entry. */
interface Shown {
  texts?: readonly string[]
  anchored?: readonly string[]
  others?: readonly string[]
  /** Anchors that are no section of a text. */
  ids?: readonly string[]
}
const SHOWN: Readonly<Record<string, Shown>> = {
  '/': {
    texts: ['pages/home.yaml'],
    anchored: ['models'],
    others: ['products', 'testimonials'],
    ids: ['calendrier'],
  },
  '/quilting': { anchored: ['products', 'models'] },
  '/faq': { anchored: ['faq'] },
  '/partenariat': { texts: ['pages/shared.yaml'] },
  '/sellerie-royale': { texts: ['pages/shared.yaml'] },
}
/** Folders whose texts are pages at the top of the site. */
const TEXTS: Readonly<Record<string, string>> = { '/[page]': 'pages', '/[legal]': 'legal' }
/** Sections without an anchor: the first one, and what a page shows in place of another section or after a button. */
const UNNAMED = [
  'hero',
  'bandeau-disponible',
  'serie-disponible',
  'prochaine-serie',
  'retour',
  'confirmation',
  'accuse',
]

/** A page that can be the target of a link. */
export interface Route {
  path: string
  /** All texts that the page shows. */
  shows: readonly Source[]
  /** Ids on the page, the targets of `#…`; undefined for a page without texts of src/content, whose code has its own. */
  anchors: readonly string[] | undefined
}

/** The pages of the site, from src/pages and the collections. */
export type SiteRoutes = ReturnType<typeof siteRoutes>

/** Returns the pages of the site and their anchors: names of sections, ids of headings, entries of collections. */
export function siteRoutes(sources: readonly Source[]) {
  const files = pageFiles()
  return {
    routes: files.flatMap((route) => routesOf(route, sources)),
    /** Patterns of routes whose last segment is not the name of a text: /merci/[form]. */
    open: files.filter((route) => !TEXTS[route] && routesOf(route, sources).length === 0).map(patternOf),
  }
}

/** Returns every route of src/pages (https://docs.astro.build/en/guides/routing/). */
function pageFiles(): string[] {
  return readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll(sep, '/'))
    .filter((name) => CODE.test(name) && !/(^|\/)_/.test(name))
    .map((name) => `/${name.replace(CODE, '').replace(/(^|\/)index$/, '')}`)
    .filter((route) => !NOT_LINKED.includes(route))
}

/** Returns the page of a route such as /about, or one for each text of /[legal], /[page] or of a collection /blog/[post]. */
function routesOf(route: string, sources: readonly Source[]): Route[] {
  const of = (...folders: string[]) => sources.filter(({ folder }) => folders.includes(folder.split('/')[0] ?? ''))
  if (route.includes('[')) {
    return of(TEXTS[route] ?? route.split('/')[1] ?? '')
      .filter(({ folder, id }) => !id.startsWith('_') && (folder !== 'pages' || isComposed(id)))
      .map((source) => ({
        path: route.replace(/\[[^\]]+\]/, source.path.replace(/^[^/]+\/|\.\w+$/g, '')),
        shows: [source],
        anchors: anchorsIn(source),
      }))
  }
  const { texts = [], anchored = [], others = [], ids = [] } = SHOWN[route] ?? {}
  const named = [...texts, `pages${route}.yaml`, `legal${route}.md`]
  const own = sources.filter(({ path }) => named.includes(path))
  const entries = of(...anchored)
  const anchors = [...own.flatMap(anchorsIn), ...entries.map(({ id }) => id), ...ids]
  return [{ path: route, shows: [...own, ...entries, ...of(...others)], anchors: own.length > 0 ? anchors : undefined }]
}

/** Returns the anchors of a text: the names of its sections, and the ids of its headings, {#livraison}. */
function anchorsIn({ document, text }: Source): string[] {
  const sections: unknown = document.get('sections')
  const names = isMap(sections) ? sections.items.flatMap(({ key }) => (isScalar(key) ? String(key.value) : [])) : []
  return [
    ...names.filter((name) => !UNNAMED.includes(name)),
    ...[...text.matchAll(/^#{1,6} .*\{#([^}]+)\}\s*$/gm)].map(([, id = '']) => id),
  ]
}

function patternOf(route: string): RegExp {
  return new RegExp(`^${route.replace(/\[\.{3}[^\]]+\]/g, '.+').replace(/\[[^\]]+\]/g, '[^/]+')}$`)
}
