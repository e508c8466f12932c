import { type Finding, findingAt } from '../finding.ts'
import type { Source } from '../reading/sources.ts'
import { BODY, proseSpansOf } from '../reading/text-spans.ts'

/** Finds unquoted texts that YAML cuts at a « # », as in «place: Hall #3, Lyon», because the rest is a comment. */
export function checkYamlComments(source: Source): Finding[] {
  // facts.yaml and company.yaml have comments beside their values.
  if (source.folder === '') return []
  return proseSpansOf(source)
    .filter(({ key, start, offset }) => key !== BODY && start === offset)
    .flatMap(({ offset, text }) => {
      const [, sign = '', rest = ''] = /^[ \t]+(#)(.*)/.exec(source.text.slice(offset + text.length)) ?? []
      if (sign === '') return []
      return findingAt(
        source,
        offset,
        `« #${rest} » ne paraîtrait pas : sans guillemets, un texte s’arrête à ce signe.`,
        'Mettez tout le texte entre "guillemets droits".',
      )
    })
}
