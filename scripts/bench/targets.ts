import { LIMITS, limitOfHtml } from '../budgets.ts'
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

const kilobytes = (bytes: number) => atMost(bytes / 1000)

/** What a page may weigh over the wire: the limits that the tests hold, and what only a browser can tell. */
export const BYTES = {
  html: (route: string) => kilobytes(limitOfHtml(route)),
  fonts: kilobytes(LIMITS.fontsOfHome),
  homeByLoad: kilobytes(LIMITS.homeByLoad),
  homeUntouched: kilobytes(LIMITS.homeUntouched),
  react: kilobytes(LIMITS.react),
  reactByLoad: atMost(0),
} as const
