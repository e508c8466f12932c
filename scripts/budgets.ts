/** What a first visit may weigh, in bytes after Brotli and without headers, and what the build in dist weighs. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { pageRoutes } from '../tests/routes.ts'

/** Each limit once, in bytes. A round trip of a new connection carries 14,600 bytes, headers included. */
export const LIMITS = {
  page: 14_000,
  /** A longer text there must not fail the tests. */
  homePage: 15_000,
  longPage: 25_000,
  fontsOfText: 30_000,
  fontsOfHome: 70_000,
  scriptsOfText: 1_000,
  /** Its switch, and what the switch remembers. */
  scriptsOfCookies: 1_600,
  react: 65_000,
  form: 12_000,
  homeByLoad: 150_000,
  /** With what follows by itself; depends on the screen, so that only the bench measures it. */
  homeUntouched: 230_000,
} as const

/** The two legal texts that are long by law. */
const LONG = ['/terms', '/privacy']
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
  const loader = routes.map(site.html).find((html) => html.includes('hydrate.')) ?? ''
  const [form = '', react = '', ...shared] = filesOfForm(loader)
  const fonts = (html: string) => sum(preloads(html).map(site.size))
  const scripts = (html: string) => sum([...modulesOf(html, client)].map(site.size))
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
        what: `scripts of ${route}`,
        bytes: inlineScripts(site.html(route)) + scripts(site.html(route)),
        limit: route === '/cookies' ? LIMITS.scriptsOfCookies : LIMITS.scriptsOfText,
      },
    ]),
    { what: 'all fonts, as / shows them', bytes: allFonts, limit: LIMITS.fontsOfHome },
    { what: 'React, once a form is touched', bytes: site.size(react), limit: LIMITS.react },
    { what: 'the form itself', bytes: site.size(form) + sum(shared.map(site.size)), limit: LIMITS.form },
    {
      what: '/ by its load event on a phone',
      bytes: site.size('/index.html') + allFonts + scripts(home) + hero + site.size('/favicon.svg'),
      limit: LIMITS.homeByLoad,
    },
  ]
}

/** What the HTML of a page may weigh, in bytes. */
export function limitOfHtml(route: string): number {
  if (route === '/') return LIMITS.homePage
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

/** Bytes of the scripts in a page itself, compressed apart from the rest; data blocks are none. */
function inlineScripts(html: string): number {
  const scripts = html.matchAll(/<script(?: type="module")?>([\s\S]*?)<\/script>/g)
  return brotliCompressSync([...scripts].map(([, code]) => code).join('\n')).length
}

/** What the script that wakes a form asks for: the form, React, what both share with other scripts. */
function filesOfForm(html: string): string[] {
  return [...(/\[`_astro\/hydrate[^\]]*\]/.exec(html)?.[0].matchAll(/`([^`]+)`/g) ?? [])].map(([, path]) => `/${path}`)
}

/** Modules that a page fetches by itself, with those that they import. */
function modulesOf(html: string, client: string): Set<string> {
  const found = new Set([...html.matchAll(/<script type="module" src="([^"]+)"/g)].map(([, path = '']) => path))
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
