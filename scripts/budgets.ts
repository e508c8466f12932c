/** What a first visit may weigh, in bytes after Brotli and without headers, and what the build in dist weighs. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pageRoutes } from '../tests/routes.ts'

/** Each limit once, in bytes. */
export const LIMITS = {
  page: 15_500,
  /** The home page, and the two legal texts that are long by law. */
  longPage: 17_000,
  fontsOfText: 30_000,
  fontsOfHome: 70_000,
  /** Files, before anything is touched. */
  scriptsOfText: 3_000,
  react: 65_000,
  form: 12_000,
  homeByLoad: 150_000,
  /** With what follows by itself; depends on the screen, so that only the bench measures it. */
  homeUntouched: 230_000,
} as const

const LONG = ['/', '/terms', '/privacy']
const TEXTS = ['/faq', '/returns', '/shipping', '/cookies', '/terms', '/privacy', '/about']

/** A phone that many carry, in pixels of its screen: 412 points of 2.625 pixels. */
const PHONE = 412 * 2.625

export interface Weight {
  what: string
  bytes: number
  limit: number
}

/**
 * Every weight that the site keeps a limit for, the same on every machine.
 * @param client folder of the built static files
 * @throws where a page or a file that it names is missing
 */
export function weights(client = 'dist/client'): Weight[] {
  const routes = pageRoutes()
  const site = { html: (route: string) => readFileSync(join(client, page(route)), 'utf8'), size: sizeIn(client) }
  const home = site.html('/')
  const island = /<astro-island [^>]*component-url="([^"]+)"[^>]*renderer-url="([^"]+)"[^>]* client="touch"/.exec(home)
  const [, component = '', renderer = ''] = island ?? []
  const touched = [...withImports([component, renderer], client)]
  const isReact = (path: string) => path.includes('/react.')
  const fonts = (html: string) => sum(preloads(html).map(site.size))
  const scripts = (html: string) => sum([...withImports(modulesOf(html), client)].map(site.size))
  const allFonts = sum([...new Set(home.match(/\/_astro\/fonts\/[^")]+/g))].map(site.size))
  const hero = site.size(heroFor(home, PHONE))
  return [
    ...routes.map((route) => ({
      what: `HTML of ${route}`,
      bytes: site.size(`/${page(route)}`),
      limit: limitOfHtml(route),
    })),
    ...TEXTS.flatMap((route) => [
      { what: `fonts that ${route} asks for first`, bytes: fonts(site.html(route)), limit: LIMITS.fontsOfText },
      {
        what: `script files of ${route}`,
        bytes: scripts(site.html(route)),
        limit: LIMITS.scriptsOfText,
      },
    ]),
    { what: 'all fonts, as / shows them', bytes: allFonts, limit: LIMITS.fontsOfHome },
    { what: 'React, once a form is touched', bytes: sum(touched.filter(isReact).map(site.size)), limit: LIMITS.react },
    {
      what: 'the form itself',
      bytes: sum(touched.filter((path) => !isReact(path)).map(site.size)),
      limit: LIMITS.form,
    },
    {
      what: '/ by its load event on a phone',
      bytes: site.size('/index.html') + allFonts + scripts(home) + hero + site.size('/favicon.svg'),
      limit: LIMITS.homeByLoad,
    },
  ]
}

/** What the HTML of a page may weigh, in bytes. */
export function limitOfHtml(route: string): number {
  return LONG.includes(route) ? LIMITS.longPage : LIMITS.page
}

const page = (route: string) => `${route === '/' ? 'index' : route.slice(1)}.html`
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** Bytes of a file as it is sent: compressed, where the build found that to be smaller. */
function sizeIn(client: string): (path: string) => number {
  return (path) =>
    statSync(join(client, `${path}.br`), { throwIfNoEntry: false })?.size ?? statSync(join(client, path)).size
}

function preloads(html: string): string[] {
  return [...html.matchAll(/<link rel="preload" href="([^"]+)" as="font"/g)].map(([, path = '']) => path)
}

/** Modules that a page fetches by itself. */
function modulesOf(html: string): string[] {
  return [...html.matchAll(/<script type="module" src="([^"]+)"/g)].map(([, path = '']) => path)
}

/** Modules with those that they import. */
function withImports(paths: readonly string[], client: string): Set<string> {
  const found = new Set(paths)
  for (const path of found)
    for (const [, name] of readFileSync(join(client, path), 'utf8').matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+)/g))
      found.add(`/_astro/${name}`)
  return found
}

/** The file that a screen of so many pixels gets of the first picture. */
function heroFor(html: string, pixels: number): string {
  const [, srcset = ''] = /<source srcset="([^"]+)"[^>]* type="image\/avif"/.exec(html) ?? []
  const candidates = srcset.split(', ').map((candidate) => candidate.split(' '))
  const [path] = candidates.find(([, width = '']) => Number.parseInt(width, 10) >= pixels) ?? candidates.at(-1) ?? []
  if (!path) throw new Error('The home page has no picture.')
  return path
}
