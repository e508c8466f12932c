import { isPair, isScalar, type Pair, type Scalar, visit } from 'yaml'
import type { Source } from './sources.ts'

/** A text as written in its file. Every character keeps its offset, so that a match has a line. */
export interface TextSpan {
  source: Source
  /** Offset of the first character in the file. */
  offset: number
  text: string
  /** Key of the YAML entry; «corps» for the Markdown of a file. */
  key: string
  /** Keys from the top of the file to the entry, without list indexes; empty for the Markdown of a file. */
  path: readonly string[]
}

export const BODY = 'corps'

/** Returns every text of a file, including addresses, but no numbers, dates or booleans. */
export function textSpansOf(source: Source): readonly TextSpan[] {
  const spans: TextSpan[] = []
  visit(source.document, {
    Scalar(position, node, ancestors) {
      if (position === 'key' || typeof node.value !== 'string' || !node.range) return
      const pairs = ancestors.filter((each): each is Pair => isPair(each))
      const path = pairs.map(({ key }) => (isScalar(key) ? String(key.value) : ''))
      spans.push({ source, key: path.at(-1) ?? '', path, ...rawText(source.text, node) })
    },
  })
  const { bodyAt, text } = source
  if (bodyAt !== undefined) spans.push({ source, key: BODY, path: [], offset: bodyAt, text: text.slice(bodyAt) })
  return spans
}

/** Returns the text of a scalar without quotes or «|». */
function rawText(file: string, { range, type }: Scalar): { offset: number; text: string } {
  const [start, end] = range as [number, number, number]
  const isQuoted = type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE'
  const isBlock = type === 'BLOCK_LITERAL' || type === 'BLOCK_FOLDED'
  const offset = isBlock ? file.indexOf('\n', start) + 1 : isQuoted ? start + 1 : start
  return { offset, text: file.slice(offset, isQuoted ? end - 1 : end) }
}
