import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { countOf, fact, recordsOf } from '../support/shipped.ts'

/*
 * Checks that a page shows the texts of its file: links by their URL, pictures by their alt text. Punctuation, spaces and
 * Markdown syntax are ignored.
 */

export const readTexts = (file: string) => parse(readFileSync(`src/content/${file}`, 'utf8'))
const PICTURES: Record<string, { alt: string }> = readTexts('pictures.yaml')
const over = new Date().toISOString().slice(0, 10) > fact('fin_de_campagne')
const ready = fact('etat_serie') === 'disponible'

/** Texts that a page does not show, and on which condition. */
const LEFT_OUT: Record<string, boolean> = {
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

/** Returns those texts that a stream lacks. */
export const missingOf = (texts: readonly (string | undefined)[], stream: string): string[] =>
  texts.filter(
    (text): text is string => Boolean(text) && !partsOf(text as string).every((part) => stream.includes(part)),
  )

/** Returns all texts of a section, or of any part of it, that a page shows. @param name as in LEFT_OUT */
export function textsOf(part: unknown, name: string): string[] {
  if (LEFT_OUT[name]) return []
  if (typeof part === 'string') return [part]
  if (Array.isArray(part)) return part.flatMap((each) => textsOf(each, name))
  if (typeof part !== 'object' || part === null) return []
  const { serie, attente, image, href, ...texts } = part as Record<string, unknown>
  if ((serie && (over || ready)) || (attente && ready) || texts.value === '') return []
  return [
    ...Object.entries(texts).flatMap(([key, text]) => textsOf(text, `${name}.${key}`)),
    ...(href ? [`→${href}`] : []),
    ...(image ? [String(PICTURES[String(image)]?.alt)] : []),
  ]
}
