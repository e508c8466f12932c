import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { countOf, fact, recordsOf } from '../support/shipped.ts'

/*
 * Checks that a page shows the texts of its file: each text after its title, in the order of the file, links by their URL,
 * pictures by their alt text. Punctuation, spaces and Markdown syntax are ignored.
 */

export interface Item {
  [key: string]: string | boolean | undefined
}
export type Section = Partial<Record<'kicker' | 'title' | 'text' | 'note' | 'image', string>> &
  Partial<Record<'items' | 'specs' | 'actions', Item[]>>

export const readTexts = (file: string) => parse(readFileSync(`src/content/${file}`, 'utf8'))
const PICTURES: Record<string, { alt: string }> = readTexts('pictures.yaml')
const over = new Date().toISOString().slice(0, 10) > fact('fin_de_campagne')
const ready = fact('etat_serie') === 'disponible'

/** Texts that a page does not show, and on which condition. */
export const LEFT_OUT: Record<string, boolean> = {
  'home.bandeau': over || ready,
  'home.bandeau-disponible': over || !ready,
  'home.liste-attente': over || ready,
  'home.serie-disponible': over || !ready,
  'home.prochaine-serie': !over,
  'home.sellerie.note': countOf('saddleries') > 0,
  'home.avis': countOf('testimonials') === 0,
  'home.avis.text': recordsOf('testimonials').every(({ example }) => example),
  'home.avis.note': recordsOf('testimonials').every(({ example }) => !example),
  // Shown after a button is pressed.
  'home.concours.actions': true,
  'shared.production': over || ready,
  'hera-club.production': over || ready,
  'shared.selleries.title': countOf('saddleries') > 0,
  'shared.selleries.text': countOf('saddleries') > 0,
  // Shown by the slider.
  'quilting.tour.items': true,
  'quilting.tour.note': true,
  // Shown after the first step.
  'retractation.confirmation': true,
  'retractation.accuse': true,
}

export const squeezed = (text: string) => text.replace(/[^\p{L}\p{N}→+%]/gu, '')

/** Returns the texts of an element in order: links with an arrow and their URL, pictures as their alt text. */
export function streamOf(html: string, element = 'main'): string {
  const main = html
    .slice(html.indexOf(`<${element}`), html.lastIndexOf(`</${element}>`))
    .replace(/<(script|style)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g, '')
    .replace(/<a\b[^>]*? href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g, '$2→$1')
    .replace(/<img\b[^>]*? alt="([^"]*)"[^>]*>|<nav\b[^>]* aria-label="([^"]*)"[^>]*>/g, '$1$2')
    .replace(/<[^>]+>/g, ' ')
  return squeezed(main.replaceAll('&amp;', '&').replaceAll('&quot;', '').replaceAll('&#39;', ''))
}

/** Returns a text as it appears in the stream, split where a fact is missing. */
function partsOf(text: string): string[] {
  const shown = text
    .replace(/\[([^\]]+)\]\(([^)]+)\)/g, '$1→$2')
    // An e-mail address is rendered as a link, followed by a mark while it is missing.
    .replace(/\{\{ e(mail\w*) \}\}/g, '{{  }}')
    .replace(/\{\{ (\w)(\w*) \}\}/g, (_, first: string, rest: string) => {
      const value = fact(first.toLowerCase() + rest) || '{{  }}'
      return first === first.toLowerCase() ? value : value.charAt(0).toUpperCase() + value.slice(1)
    })
  return shown.split(/\{\{ \w* \}\}/).map(squeezed)
}

/** Searches texts in their order from a position on; returns the end position and the missing texts. */
export function follow(
  stream: string,
  from: number,
  texts: readonly (string | undefined)[],
): { end: number; missing: string[] } {
  let end = from
  const missing = texts.filter((text): text is string => {
    if (!text) return false
    const found = partsOf(text).every((part) => {
      const at = stream.indexOf(part, end)
      if (at >= 0) end = at + part.length
      return at >= 0
    })
    return !found
  })
  return { end, missing }
}

export const linked = ({ label = '', href = '' }: Item) => (href ? `[${label}](${href})` : String(label))
const isShown = ({ serie, attente }: Item) => !(serie && (over || ready)) && !(attente && ready)

/** Returns the texts of a section that a page lacks. */
export function missingOf(name: string, section: Section, stream: string): string[] {
  const given = (key: keyof Section) => (LEFT_OUT[`${name}.${key}`] ? undefined : section[key])
  const list = (key: 'items' | 'specs' | 'actions') => ((given(key) ?? []) as Item[]).filter(isShown)
  const head = follow(stream, 0, [`${given('kicker') ?? ''}${given('title') ?? ''}`])
  const behind: (string | undefined)[][] = [
    [given('text') as string | undefined],
    list('items').flatMap((item) => [
      ...['kicker', 'figure', 'title', 'text'].map((key) => item[key] as string | undefined),
      item.label ? linked(item) : undefined,
    ]),
    list('specs').flatMap(({ label, value }) => (value ? [`${label}${value}`] : [])),
    list('actions').map(linked),
    [given('note') as string | undefined],
  ]
  const pictures = [section, ...list('items')].map(({ image }) => PICTURES[String(image ?? '')]?.alt)
  return [
    ...head.missing,
    ...behind.flatMap((texts) => follow(stream, head.end, texts).missing),
    ...pictures.flatMap((alt) => follow(stream, 0, [alt]).missing),
  ]
}
