import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { typographic } from '../../src/copy/markdown/typography.ts'

/** Not French text: scripts, code, visitor input, drawings and marks of missing facts. */
const NO_TEXT = /<(script|style|code|textarea|pre|svg|mark)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g
/** Inline elements: sentences continue through them. */
const INLINE = /<\/?(?:a|abbr|b|em|i|q|small|span|strong|sub|sup|time)\b[^>]*>/g
const ATTRIBUTES = /\s(?:alt|title|aria-label|placeholder|data-label)="([^"]*)"/g
const META =
  /<meta (?:name|property)="(?:description|og:title|og:description|twitter:title|twitter:description)" content="([^"]*)"/g

it.each(globSync('dist/client/**/*.html'))('%s has French typography', (file) => {
  expect(frenchIn(readFileSync(file, 'utf8')).flatMap(exceptions), 'typographic faults').toEqual([])
})

/** Returns every text of a page: its lines, and attributes that are read aloud or shown elsewhere. */
function frenchIn(html: string): string[] {
  const body = html.replace(NO_TEXT, (whole) => (whole.startsWith('<mark') ? '□' : ' '))
  const lines = body.replace(INLINE, '').split(/<[^>]*>/)
  const attributes = [...html.matchAll(ATTRIBUTES), ...html.matchAll(META)].map(([, text = '']) => text)
  return [...lines, ...attributes].map(decoded).filter((text) => text.trim() !== '')
}

function exceptions(text: string): string[] {
  const set = typographic(text)
  if (set !== text) return [`${visible(text)} → ${visible(set)}`]
  return /['"]/.test(text) ? [`signe droit : ${text}`] : []
}

function decoded(text: string): string {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00A0', apos: "'" }
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, digits, name) =>
    name ? (named[name] ?? whole) : String.fromCodePoint(Number.parseInt(hex ?? digits, hex ? 16 : 10)),
  )
}

/** Makes special spaces visible. */
function visible(text: string): string {
  return text.trim().replaceAll('\u00A0', '[insécable]').replaceAll('\u202F', '[fine]')
}
