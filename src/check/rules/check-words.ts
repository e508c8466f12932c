import { PLACEHOLDER } from '../../copy/placeholders.ts'
import { type Finding, findingAt } from '../finding.ts'
import { schemaAt } from '../reading/schema-at.ts'
import { isOfWords, type Source } from '../reading/sources.ts'
import { BODY, type TextSpan, textSpansOf } from '../reading/text-spans.ts'

/** Finds texts of forms and interface that lack a placeholder which the program fills. */
export function checkWords(source: Source, values: Readonly<Record<string, string>>): Finding[] {
  return textSpansOf(source).flatMap((span) => {
    const called = [...span.text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
    const own = programNames(span)
    // Other rules report a text that is empty and a misspelt placeholder.
    if (span.text === '' || called.some((name) => !own.includes(name) && !(name in values))) return []
    return own
      .filter((name) => !called.includes(name))
      .flatMap((name) =>
        findingAt(
          source,
          span.offset,
          `« {{ ${name} }} » manque dans cette phrase.`,
          'Remettez-le : le programme y écrit sa valeur.',
          true,
        ),
      )
  })
}

/** Returns the placeholders that the program fills in a text: those that its description mentions. */
export function programNames(span: TextSpan): string[] {
  if (!isOfWords(span.source)) return []
  return [...descriptionOf(span).matchAll(PLACEHOLDER)].map(([, name = '']) => name)
}

/** Returns the description of a text in its schema; '' if there is none. */
function descriptionOf({ source, key, path }: TextSpan): string {
  return key === BODY ? '' : schemaAt(source, path).description
}

/** True for the text of a Markdown file, and for a key whose description allows bold, italics or a link. */
export function mayHoldMarkdown(span: TextSpan): boolean {
  return /Markdown|italique|gras|\[texte\]/.test(descriptionOf(span) || 'Markdown')
}
