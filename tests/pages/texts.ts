import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { countOf, fact, recordsOf } from '../shipped.ts'

/*
 * What a copywriter writes is on the page that shows it: each text behind its title, in the order of its file, each link to
 * where it leads, each picture by what is seen on it. Signs, spaces and marks of Markdown count for nothing here.
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

/** What a page does not show, and when. */
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
  // A button opens it.
  'home.concours.actions': true,
  'shared.production': over || ready,
  'hera-club.production': over || ready,
  'shared.selleries.title': countOf('saddleries') > 0,
  'shared.selleries.text': countOf('saddleries') > 0,
  // The slider says them.
  'quilting.tour.items': true,
  'quilting.tour.note': true,
  // After the first step.
  'retractation.confirmation': true,
  'retractation.accuse': true,
}

export const squeezed = (text: string) => text.replace(/[^\p{L}\p{N}→+%]/gu, '')

/** The texts of an element of a page in their order; behind a link an arrow and its address, behind a picture what is seen on it. */
export function streamOf(html: string, element = 'main'): string {
  const main = html
    .slice(html.indexOf(`<${element}`), html.lastIndexOf(`</${element}>`))
    .replace(/<(script|style)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g, '')
    .replace(/<a\b[^>]*? href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g, '$2→$1')
    .replace(/<img\b[^>]*? alt="([^"]*)"[^>]*>|<nav\b[^>]* aria-label="([^"]*)"[^>]*>/g, '$1$2')
    .replace(/<[^>]+>/g, ' ')
  return squeezed(main.replaceAll('&amp;', '&').replaceAll('&quot;', '').replaceAll('&#39;', ''))
}

/** A text as the stream has it, in parts where a fact is still missing. */
function partsOf(text: string): string[] {
  const shown = text
    .replace(/\[([^\]]+)\]\(([^)]+)\)/g, '$1→$2')
    // A link by itself, with what is still missing beside it.
    .replace(/\{\{ e(mail\w*) \}\}/g, '{{  }}')
    .replace(/\{\{ (\w)(\w*) \}\}/g, (_, first: string, rest: string) => {
      const value = fact(first.toLowerCase() + rest) || '{{  }}'
      return first === first.toLowerCase() ? value : value.charAt(0).toUpperCase() + value.slice(1)
    })
  return shown.split(/\{\{ \w* \}\}/).map(squeezed)
}

/** Where texts end that follow each other in a stream from a place on, and those that are not there. */
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

/** What a section lacks on a page. */
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
