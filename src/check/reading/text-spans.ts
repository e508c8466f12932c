import { isPair, isScalar, type Pair, type Scalar, visit } from 'yaml'
import { isOfWords, oncePerSource, type Source } from './sources.ts'

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
  /** Offset of the quote or sign with which the entry begins. */
  start: number
}

export const BODY = 'corps'

/** Keys whose value is not prose: addresses, names of pictures, pieces and kinds, initials, notes. */
const NO_WORDS = ['href', 'image', 'website', 'proof', 'related', 'ou', 'initials', 'piece', 'kind']

/** Folders and files that may contain figures and facts directly instead of by a placeholder. */
export const MAY_WRITE_OUT: readonly string[] = [
  'facts', // the source of every figure
  'company', // the identity of the company
  'lancement', // notes for the owner, on no page
  'testimonials', // quotations
  'saddleries', // opening hours of other companies
  'exhibitions', // dates of events
]

/** Returns the prose of a file. */
export function proseSpansOf(source: Source): TextSpan[] {
  return textSpansOf(source).filter(({ key }) => isOfWords(source) || !NO_WORDS.includes(key))
}

/** Returns every text of a file, including addresses, but no numbers, dates or booleans. */
export const textSpansOf = oncePerSource<readonly TextSpan[]>(findSpans)

function findSpans(source: Source): TextSpan[] {
  const spans: TextSpan[] = []
  visit(source.document, {
    Scalar(position, node, ancestors) {
      if (position === 'key' || typeof node.value !== 'string' || !node.range) return
      const pairs = ancestors.filter((each): each is Pair => isPair(each))
      const path = pairs.map(({ key }) => (isScalar(key) ? String(key.value) : ''))
      const text = rawText(source.text, node)
      spans.push({ source, key: path.at(-1) ?? '', path, start: node.range[0], ...text })
    },
  })
  if (source.bodyAt !== undefined)
    spans.push({
      source,
      key: BODY,
      path: [],
      start: source.bodyAt,
      offset: source.bodyAt,
      text: source.text.slice(source.bodyAt),
    })
  return spans
}

/** Returns the text of a scalar without quotes or «|». Escaped spaces are replaced at equal length to keep offsets. */
function rawText(file: string, { range, type }: Scalar): { offset: number; text: string } {
  const [start, end] = range as [number, number, number]
  if (type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE') {
    const text = file.slice(start + 1, end - 1)
    return { offset: start + 1, text: text.replace(/\\u(00A0|202F)/gi, '\u00A0'.repeat(6)) }
  }
  if (type === 'BLOCK_LITERAL' || type === 'BLOCK_FOLDED') {
    const first = file.indexOf('\n', start) + 1
    return { offset: first, text: file.slice(first, end) }
  }
  return { offset: start, text: file.slice(start, end) }
}

/** Replaces all matches of the patterns by a filler character at equal length, so that the rest keeps its offsets. */
export function hide(text: string, ...patterns: RegExp[]): string {
  return patterns.reduce((rest, pattern) => rest.replace(pattern, (found) => found.replace(/[^\n]/g, '\u25A1')), text)
}

/** Parts of Markdown that are not prose: tags, link targets, anchors, placeholders, code. */
export const NOT_WORDS = [/<[^>]*>/g, /\]\([^)]*\)/g, /\{#[^}]*\}/g, /\{\{[^}]*\}\}/g, /`[^`]*`/g]
