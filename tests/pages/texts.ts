import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { countOf, fact, recordsOf } from '../support/shipped.ts'

/*
 * Checks that pages show the texts of a file, by their letters: punctuation, spaces, links and Markdown are ignored.
 */

export const readTexts = (file: string) => parse(readFileSync(`src/content/${file}`, 'utf8'))
const over = new Date().toISOString().slice(0, 10) > fact('fin_de_campagne')
const ready = fact('etat_serie') === 'disponible'

/** Texts that no page shows today, and on which condition. */
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

const squeezed = (text: string) => text.replace(/[^\p{L}\p{N}+%]/gu, '')

/** Returns the letters of a page in their order. */
export const lettersOf = (html: string) =>
  squeezed(html.replace(/<(script|style)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<[^>]+>/g, ' ').replace(/&\w+;|&#\d+;/g, ''))

/** Returns the letters of a text between the facts that are missing. */
const partsOf = (text: string) =>
  text
    .replace(/\]\([^)]*\)/g, '')
    // An e-mail address is followed by a mark while it is missing.
    .replace(/\{\{ e(mail\w*) \}\}/g, '{{  }}')
    .replace(/\{\{ (\w)(\w*) \}\}/g, (_, first: string, rest: string) => {
      const value = fact(first.toLowerCase() + rest) || '{{  }}'
      return first === first.toLowerCase() ? value : value.charAt(0).toUpperCase() + value.slice(1)
    })
    .split(/\{\{ \w* \}\}/)
    .map(squeezed)

/** Returns those texts whose letters are not all on a page. */
export const missingOf = (texts: readonly string[], letters: string): string[] =>
  texts.filter((text) => !partsOf(text).every((part) => letters.includes(part)))

/** Returns all texts of a section, or of any part of it, that a page shows. @param name as in LEFT_OUT */
export function textsOf(part: unknown, name: string): string[] {
  if (LEFT_OUT[name]) return []
  if (typeof part === 'string') return [part]
  if (Array.isArray(part)) return part.flatMap((each) => textsOf(each, name))
  if (typeof part !== 'object' || part === null) return []
  const { serie, attente, image: _, href: __, kind: ___, ...texts } = part as Record<string, unknown>
  if ((serie && (over || ready)) || (attente && ready) || texts.value === '') return []
  return Object.entries(texts).flatMap(([key, text]) => textsOf(text, `${name}.${key}`))
}
