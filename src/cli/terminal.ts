import { createInterface } from 'node:readline/promises'
import { styleText } from 'node:util'
import { typographic } from '../copy/markdown/typography.ts'

/** Output and questions of a command. */
export type Terminal = ReturnType<typeof createTerminal>

type Output = NodeJS.WritableStream & { isTTY?: boolean; columns?: number }
type Input = NodeJS.ReadableStream & { isTTY?: boolean }

/** Maximum width of a cell in a terminal, in characters; longer ones are cut. */
const CELL_MAX = 48
/** Number of rows that determine the column widths; longer cells in later rows are cut. */
const ROWS_MEASURED = 500
const GAP = '  '
/** Minimum width to which a text is cut so that a row takes fewer lines. */
const TEXT_MIN = 10
/** Width of the progress bar, in characters. */
const BAR = 24

/**
 * Control characters except tabs, line breaks, and bold on and off. They could control the terminal, for example
 * clear it, and may come from a file or a mail server.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point
const CONTROL_CHARACTERS = /(?!\u001B\[(?:1|22)m)[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g

/** Creates the terminal of a command. NO_COLOR and TERM=dumb turn bold text off (https://no-color.org). */
export function createTerminal(out: Output, err: Output, input: Input, env: NodeJS.ProcessEnv) {
  const interactive = out.isTTY === true
  const colours = interactive && !env.NO_COLOR && env.TERM !== 'dumb'
  const strong = (text: string) => (colours ? styleText('bold', text, { validateStream: false }) : text)
  const line = (text: string) => `${text.replace(CONTROL_CHARACTERS, '')}\n`
  const print = (text: string): void => void out.write(line(text))
  let shown = ''
  return {
    /** True if standard output is a terminal, false for a pipe or a file. */
    interactive,
    print,
    /** Returns the text in bold if the terminal supports it. */
    strong,
    /** Writes a message for the operator to standard error, with French typography. */
    note: (text: string): void => void err.write(line(typographic(text))),
    /**
     * Prints aligned columns to a terminal; to a pipe, one tab-separated line per row without headings. In a
     * narrow terminal, texts are cut, and if that is not enough, rows continue on the next line. Rows are
     * printed as they are read, so that a long list needs little memory. Returns the number of rows.
     */
    table(head: readonly string[], rows: Iterable<readonly string[]>) {
      let count = 0
      const lines = Iterator.from(rows).map((row) => {
        count += 1
        return row.map(oneLine)
      })
      if (!interactive) {
        for (const row of lines) print(row.join('\t'))
        return count
      }
      const measured = [...firstOf(lines, ROWS_MEASURED)]
      const room = out.columns || Number.POSITIVE_INFINITY
      const natural = head.map((name, i) =>
        Math.min(CELL_MAX, Math.max(name.length, ...measured.map((row) => [...(row[i] ?? '')].length))),
      )
      // Columns without lower-case letters (times, references, numbers) are not cut, because a part of them is useless.
      const least = natural.map((width, i) =>
        measured.some((row) => /\p{Ll}/u.test(row[i] ?? ''))
          ? Math.min(width, Math.max(TEXT_MIN, head[i]?.length ?? 0))
          : width,
      )
      const widths = cutToFit(natural, least, room)
      const lineOf = linesThatFit(widths, room)
      const align = (row: readonly string[]) =>
        lineOf
          .map((columns, n) => (n > 0 ? GAP : '') + columns.map((i) => pad(row[i] ?? '', widths[i] ?? 0)).join(GAP))
          .map((line) => shorten(line.trimEnd(), room))
          .filter((line, n) => n === 0 || line !== '')
          .join('\n')
      print(strong(align(head)))
      for (const row of measured) print(align(row))
      for (const row of lines) print(align(row))
      return count
    },
    /** Shows the progress of a long task on standard error if it is a terminal; with a bar if `left` is given. */
    progress(done: number, total: number, left?: string) {
      if (err.isTTY !== true) return
      const percent = Math.floor((100 * done) / total)
      const filled = Math.floor((BAR * done) / total)
      const bar = left ? `${'█'.repeat(filled)}${'░'.repeat(BAR - filled)} ` : ''
      const text = done >= total ? '' : typographic(`${bar}${percent} %${left ? `, ${left}` : ''}`)
      if (text !== shown) err.write(`\r${text}\u001B[K`)
      shown = text
    },
    /** Asks a question and returns the answer; undefined if standard input is not a terminal. */
    async ask(question: string) {
      if (input.isTTY !== true) return undefined
      const reader = createInterface({ input, output: err })
      try {
        return await reader.question(question)
      } finally {
        reader.close()
      }
    },
  }
}

/** Yields the first items; the iterator can be continued after them. */
function* firstOf<T>(items: Iterator<T>, count: number): Generator<T> {
  for (let taken = 0; taken < count; taken++) {
    const { done, value } = items.next()
    if (done) return
    yield value
  }
}

/** Shortens the longest text columns while that reduces the lines per row. Returns the column widths. */
function cutToFit(widths: readonly number[], least: readonly number[], room: number): readonly number[] {
  const cut = [...widths]
  const fewest = linesThatFit(least, room).length
  while (linesThatFit(cut, room).length > fewest) {
    const texts = cut.map((width, i) => (width > (least[i] ?? 0) ? width : 0))
    const longest = Math.max(...texts)
    cut[texts.indexOf(longest)] = longest - 1
  }
  return cut
}

/** Distributes the columns of a row over lines; lines after the first are indented. */
function linesThatFit(widths: readonly number[], room: number): number[][] {
  const lines: number[][] = []
  let left = 0
  widths.forEach((width, i) => {
    left -= GAP.length + width
    if (left < 0) {
      lines.push([])
      left = room - width - (lines.length > 1 ? GAP.length : 0)
    }
    lines.at(-1)?.push(i)
  })
  return lines
}

function pad(text: string, width: number): string {
  const cell = shorten(text, width)
  return cell + ' '.repeat(Math.max(0, width - [...cell].length))
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}

function shorten(text: string, max: number): string {
  const letters = [...text]
  return letters.length <= max ? text : `${letters.slice(0, max - 1).join('')}…`
}
