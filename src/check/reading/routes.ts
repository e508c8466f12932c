import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { allForms } from '../../forms/index.ts'
import { isComposed } from '../../model/sections.ts'
import type { Source } from './sources.ts'

const PAGES = 'src/pages'
const CODE = /\.(astro|md|mdx|html|[jt]s)$/
/** Code that writes the ids of a page. */
const WRITING = 'src/{pages,components,layouts,copy}/**/*.*'
/** Code that shows texts of one page, not those of the frame that all pages have. */
const SHOWING = /^src\/(?:pages|components)\/.*\.astro$/
/** Folders whose texts are pages at the top of the site. */
const TEXTS: Readonly<Record<string, string>> = { '/[page]': 'pages', '/[legal]': 'legal' }

/** A page that can be the target of a link. */
export interface Route {
  path: string
  /** All texts that the page shows. */
  shows: readonly Source[]
  /** Ids on the page, the targets of `#…`; undefined for a page without texts of src/content, which may create its own. */
  anchors: readonly string[] | undefined
}

/** Text of each file that writes into pages, by path. */
type Code = ReadonlyMap<string, string>

/** The pages of the site, from src/pages and the collections. */
export type SiteRoutes = ReturnType<typeof siteRoutes>

/**
 * Returns the pages of the site and their anchors: ids in their code and in that of its imports, ids of headings,
 * sections of composed pages, entries of the collections that a page shows.
 */
export function siteRoutes(sources: readonly Source[]) {
  const code = new Map(globSync(WRITING).map((path) => [path.replaceAll(sep, '/'), readFileSync(path, 'utf8')]))
  const files = pageFiles().map(({ file, route }) => ({ route, pages: pagesOf(file, route, sources, code) }))
  return {
    routes: files.flatMap(({ pages }) => pages),
    /** Patterns of routes whose last segment is not the name of a text: /merci/[form]. */
    open: files.filter(({ route, pages }) => !TEXTS[route] && pages.length === 0).map(({ route }) => patternOf(route)),
  }
}

/** Returns every file of src/pages with its route (https://docs.astro.build/en/guides/routing/). */
function pageFiles(): { file: string; route: string }[] {
  return readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll(sep, '/'))
    .filter((name) => CODE.test(name) && !/(^|\/)_/.test(name))
    .map((name) => ({ file: `${PAGES}/${name}`, route: `/${name.replace(CODE, '').replace(/(^|\/)index$/, '')}` }))
}

/** Returns the page of a route such as /about, or one for each text of /[legal], /[page] or of a collection /blog/[post]. */
function pagesOf(file: string, route: string, sources: readonly Source[], code: Code): Route[] {
  const of = (folder = '') => sources.filter((source) => source.folder.split('/')[0] === folder)
  const ids = idsIn(reachableFrom(file, code))
  if (route.includes('['))
    return of(TEXTS[route] ?? route.split('/')[1])
      .filter(({ folder, id }) => !id.startsWith('_') && (folder !== 'pages' || isComposed(id)))
      .map((source) => ({
        path: route.replace(/\[[^\]]+\]/, source.path.replace(/^[^/]+\/|\.\w+$/g, '')),
        shows: [source],
        anchors: [...sectionsOf(source), ...headingsOf(source), ...ids],
      }))
  const showing = reachableFrom(file, new Map([...code].filter(([path]) => SHOWING.test(path))))
  const texts = [...writtenIn(showing, /\bpageCopy\('([^']+)'/g).map((id) => `pages/${id}.yaml`), `legal${route}.md`]
  const own = sources.filter(({ path }) => texts.includes(path))
  const entriesIn = (texts: readonly string[]) => writtenIn(texts, /\bgetCollection\('([^']+)'/g).flatMap(of)
  const named = entriesIn(showing.filter((text) => text.includes(' id={id}'))).map(({ id }) => id)
  const anchors = [...own.flatMap(headingsOf), ...named, ...ids]
  return [{ path: route, shows: [...own, ...entriesIn(showing)], anchors: own.length > 0 ? anchors : undefined }]
}

/** Returns the texts of a file and of all that it imports. */
function reachableFrom(file: string, code: Code): string[] {
  const found = new Map<string, string>()
  const follow = (path: string) => {
    const text = code.get(path)
    if (text === undefined || found.has(path)) return
    found.set(path, text)
    for (const [, target = ''] of text.matchAll(/\bfrom '(\.[^'?]+)'/g)) follow(join(dirname(path), target))
  }
  follow(file)
  return [...found.values()]
}

/** Returns the ids that code writes, those of forms included. */
function idsIn(code: readonly string[]): string[] {
  return [...writtenIn(code, /\bid="([\w-]+)"/g), ...allForms.map(({ name }) => `form-${name}`)]
}

function writtenIn(code: readonly string[], pattern: RegExp): string[] {
  return code.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name))
}

/** Returns the names of the sections of a composed page, except the first one, which has no anchor. */
function sectionsOf({ document }: Source): string[] {
  const sections: unknown = document.toJS()?.sections
  return Object.keys(sections ?? {}).filter((name) => name !== 'hero')
}

/** Returns the ids of the headings of a text, {#livraison}. */
function headingsOf({ text }: Source): string[] {
  return [...text.matchAll(/^#{1,6} .*\{#([^}]+)\}\s*$/gm)].map(([, id = '']) => id)
}

function patternOf(route: string): RegExp {
  return new RegExp(`^${route.replace(/\[\.{3}[^\]]+\]/g, '.+').replace(/\[[^\]]+\]/g, '[^/]+')}$`)
}
