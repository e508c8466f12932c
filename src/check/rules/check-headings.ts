import { type Finding, findingOn } from '../finding.ts'
import { addressOf } from '../reading/address-of.ts'
import type { Source } from '../reading/sources.ts'
import { BODY, proseSpansOf } from '../reading/text-spans.ts'

/** Finds headings that skip a level or use a level of the page itself, and legal headings without an anchor. */
export function checkHeadings(source: Source): Finding[] {
  return proseSpansOf(source).flatMap(({ key, offset, text }) => {
    const legal = source.folder === 'legal' && key === BODY
    // The page itself writes h1, and h2 for the title of a section or a question.
    const page = key === BODY && source.folder !== 'faq'
    let above = page ? 1 : 2
    return [...text.matchAll(/^\s*(#{1,6})\s+(.*)$/gm)].flatMap(({ 0: whole, 1: signs = '', 2: title = '', index }) => {
      const level = signs.length
      const least = page ? 2 : 3
      const line = source.lineOf(offset + index + whole.length - whole.trimStart().length)
      const findings: Finding[] = []
      const add = (what: string, mend: string) => findings.push(...findingOn({ file: source.file, line }, what, mend))
      if (level < least)
        add(`« ${signs} » est un titre que la page porte déjà.`, `Commencez à « ${'#'.repeat(least)} ».`)
      else if (level > above + 1) add('ce titre saute un niveau.', `Écrivez « ${'#'.repeat(above + 1)} » au plus.`)
      // The proposed anchor is made without placeholders.
      const words = title.replace(/\{[^{}]*\}+/g, '')
      if (legal && !/\{#[a-z0-9-]+\}\s*$/.test(title))
        add('ce titre n’a pas d’ancre.', `Ajoutez-la à la fin de la ligne : {#${addressOf(words)}}.`)
      above = Math.max(level, least)
      return findings
    })
  })
}
