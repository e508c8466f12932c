import { interfaceSchema, schemaAt } from '../../content.schemas.ts'
import { PLACEHOLDER } from '../../copy/placeholders.ts'
import { type Finding, findingAt } from '../finding.ts'
import { collectionOf } from '../reading/collections.ts'
import type { Source } from '../reading/sources.ts'
import { BODY, type TextSpan, textSpansOf } from '../reading/text-spans.ts'

/** The only text of the interface that may contain a link. */
const MAY_LINK = 'donnees.vos_droits'

/** Finds texts of forms and interface that lack a placeholder which the program fills, or that contain Markdown. */
export function checkWords(sources: readonly Source[], values: Readonly<Record<string, string>>): Finding[] {
  return sources
    .filter(isOfWords)
    .flatMap(textSpansOf)
    .flatMap((span) => [...withoutName(span, values), ...markdownIn(span)])
}

/** Returns the placeholders that the program fills in a text: those that its description mentions. */
export function programNames({ source, path }: TextSpan): string[] {
  if (!isOfWords(source)) return []
  const schema = source.path === 'interface.yaml' ? interfaceSchema : collectionOf(source)?.schema
  const description = schema ? schemaAt(schema, path).description : ''
  return [...description.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
}

function isOfWords({ path, folder }: Source): boolean {
  return path === 'interface.yaml' || folder === 'forms'
}

function withoutName(span: TextSpan, values: Readonly<Record<string, string>>): Finding[] {
  const called = [...span.text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
  const own = programNames(span)
  // A misspelt placeholder is reported by another rule.
  if (called.some((name) => !own.includes(name) && !(name in values))) return []
  return own
    .filter((name) => !called.includes(name))
    .flatMap((name) =>
      findingAt(
        span.source,
        span.offset,
        `« {{ ${name} }} » manque dans cette phrase.`,
        'Remettez-le : le programme y écrit sa valeur.',
        true,
      ),
    )
}

/** Finds Markdown and HTML, because these texts are shown literally. */
function markdownIn(span: TextSpan): Finding[] {
  const pattern =
    span.path.join('.') === MAY_LINK
      ? /\*\*|`|<\/?[a-z][^>\n]*>/g
      : /\*\*|(?<=\p{L})\*|\*(?=\p{L})|`|\]\(|<\/?[a-z][^>\n]*>/gu
  return [...span.text.matchAll(pattern)]
    .slice(0, 1)
    .flatMap(({ 0: sign, index }) =>
      findingAt(
        span.source,
        span.offset + index,
        `« ${sign} » se lirait tel quel : ces mots ne sont ni du Markdown ni du HTML.`,
        'Écrivez les mots seuls.',
        true,
      ),
    )
}

/** True for the text of a Markdown file, and for a key whose description allows bold or italics. */
export function mayHoldMarkdown({ source, key, path }: TextSpan): boolean {
  const schema = collectionOf(source)?.schema
  if (key === BODY || !schema) return true
  return /Markdown|italique|gras/.test(schemaAt(schema, path).description)
}
