import { type Finding, findingAt } from '../finding.ts'
import type { Source } from '../reading/sources.ts'
import { BODY, proseSpansOf } from '../reading/text-spans.ts'

/** Texts without quotes that YAML ends at a « # », as in «place: Hall #3, Lyon»: what follows is a comment, and not shown. */
export function checkCut(sources: readonly Source[]): Finding[] {
  return (
    sources
      // The figures and the identity of the house have remarks beside them.
      .filter(({ folder }) => folder !== '')
      .flatMap(proseSpansOf)
      .filter(({ key, start, offset }) => key !== BODY && start === offset)
      .flatMap(({ source, offset, text }) => {
        const [, sign = '', rest = ''] = /^[ \t]+(#)(.*)/.exec(source.text.slice(offset + text.length)) ?? []
        if (sign === '') return []
        return findingAt(
          source,
          offset,
          `« #${rest} » ne paraîtrait pas : sans guillemets, un texte s’arrête à ce signe.`,
          'Mettez tout le texte entre "guillemets droits".',
        )
      })
  )
}
