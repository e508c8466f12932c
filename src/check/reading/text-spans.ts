import { isPair, isScalar, type Pair, type Scalar, visit } from 'yaml'
import type { Source } from './sources.ts'

/** A text as it stands in its file: every character at its offset, so that a match has its line. */
export interface TextSpan {
  source: Source
  /** Offset of the first character in the file. */
  offset: number
  text: string
  /** Key of the YAML entry; «corps» for the Markdown of a file. */
  key: string
  /** Keys from the top of the file to the entry, those of lists left out; none for the Markdown of a file. */
  path: readonly string[]
  /** Offset of the quotes or the sign that open the entry. */
  start: number
}

export const BODY = 'corps'

/** Keys whose value visitors do not read as prose: addresses, names of pictures, initials, notes. */
const NO_WORDS = ['href', 'image', 'website', 'proof', 'related', 'ou', 'initials']

/** Folders and files in which figures and facts of the house may be written out instead of being called by their name. */
export const MAY_WRITE_OUT: readonly string[] = [
  'facts', // the source of every figure
  'company', // the identity of the house
  'lancement', // notes for the owner, on no page
  'testimonials', // the words of other people
  'saddleries', // hours of other houses
  'exhibitions', // dates of events
]

/** The texts of a file that visitors read as prose. */
export function proseSpansOf(source: Source): TextSpan[] {
  return textSpansOf(source).filter(({ key }) => !NO_WORDS.includes(key))
}

/** The texts of each file that is checked: many checks ask for them. */
const known = new WeakMap<Source, readonly TextSpan[]>()

/** Every text of a file, addresses included; numbers, dates and switches left out. */
export function textSpansOf(source: Source): readonly TextSpan[] {
  const spans = known.get(source) ?? findSpans(source)
  known.set(source, spans)
  return spans
}

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

/** The text of a scalar without its quotes or its «|»; escaped spaces are replaced at equal length, so that offsets hold. */
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

/** Replaces what the patterns match by a placeholder character of equal length, so that the rest keeps its offsets. */
export function hide(text: string, ...patterns: RegExp[]): string {
  return patterns.reduce((rest, pattern) => rest.replace(pattern, (found) => found.replace(/[^\n]/g, '\u25A1')), text)
}

/** The parts of Markdown that are no prose: tags, link targets, anchors, placeholders, code. */
export const NOT_WORDS = [/<[^>]*>/g, /\]\([^)]*\)/g, /\{#[^}]*\}/g, /\{\{[^}]*\}\}/g, /`[^`]*`/g]
