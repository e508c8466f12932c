import type { Target } from './line.ts'

const atMost = (limit: number): Target => ({ limit, is: 'at most' })
const atLeast = (limit: number): Target => ({ limit, is: 'at least' })

/** What the site is to reach, in the units of the table; a kilobyte is 1000 bytes. */
export const TARGETS = {
  score: atLeast(100),
  lcp: atMost(1200),
  cls: atMost(0),
  tbt: atMost(50),
  /** Pages a second, as a share of nginx's. */
  pagesToNginx: atLeast(0.5),
  /** Submissions stored a second, as a share of those that the same endpoint takes without storing them. */
  storedToForgotten: atLeast(0.7),
  start: atMost(500),
  memory: atMost(120),
  buildWarm: atMost(10),
  buildCold: atMost(40),
} as const

/** What a page may weigh over the wire. */
export const BYTES = {
  html: atMost(14),
  /** The two legal texts that are long by law. */
  longHtml: atMost(25),
  fonts: atMost(70),
  homeByLoad: atMost(150),
  homeUntouched: atMost(230),
  react: atMost(65),
  reactByLoad: atMost(0),
} as const

export const LONG_PAGES: readonly string[] = ['/terms', '/privacy']
