import { typographic } from '../../copy/markdown/typography.ts'
import { PLACEHOLDER } from '../../copy/placeholders.ts'
import type { Source } from '../reading/sources.ts'
import { proseSpansOf } from '../reading/text-spans.ts'
import { valuesIn } from '../reading/values-in.ts'

/** Files whose texts no page shows directly. */
const NOT_SHOWN = ['company.yaml', 'facts.yaml', 'lancement.yaml']

/**
 * Returns the changed sentences as a page shows them: those that their file did not contain before, also if only a
 * value of facts.yaml changed.
 * @param before the texts before the change
 * @param after the texts after the change
 */
export function changedSentences(before: readonly Source[], after: readonly Source[]): string[] {
  const old = sentencesIn(before)
  return [...sentencesIn(after)].flatMap(([path, sentences]) =>
    sentences.filter((sentence) => !old.get(path)?.includes(sentence)).flatMap(shownText),
  )
}

/** Returns the visible sentences of each file, by its path, with placeholders filled. */
function sentencesIn(sources: readonly Source[]): Map<string, string[]> {
  const values = valuesIn(sources)
  const fill = (text: string) => text.replace(PLACEHOLDER, (_, name: string) => values[name] || `[${name}]`)
  const read = sources.filter(({ path }) => !NOT_SHOWN.includes(path))
  return new Map(
    read.map((source) => [
      source.path,
      proseSpansOf(source).flatMap(({ text }) =>
        typographic(fill(text))
          .split(/\n\s*\n|\n(?=\s*[-#|>])|(?<=[.!?…])\s+/)
          .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
          .filter(Boolean),
      ),
    ]),
  )
}

/** Converts a Markdown sentence to the text that a page shows, without markup, link targets, anchors and tags. */
export function shownText(sentence: string): string[] {
  return sentence
    .replace(/!\[[^\]]*\]\([^)]*\)|\{#[^}]*\}|<[^>]*>/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:#{1,6}|[-*+>]|\d+\.)\s+/, '')
    .replace(/\*+|`/g, '')
    .split('|')
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => /[\p{L}\d]/u.test(text))
}
