import { createInterface } from 'node:readline/promises'
import { styleText } from 'node:util'
import { typographic } from '../copy/typography.ts'

export { counted } from '../server/counted.ts'

/** Where a command writes, and asks questions. */
export interface Terminal {
  /** True when standard output is a terminal, false for a pipe or a file. */
  readonly interactive: boolean
  print(text: string): void
  /** Writes a message for the operator to standard error, with French typography. */
  note(text: string): void
  /** Writes aligned columns to a terminal; to a pipe, one line for each row, separated by tabs, without headings. */
  table(head: readonly string[], rows: readonly (readonly string[])[]): void
  /** The text in bold, where the terminal can show it. */
  strong(text: string): string
  /** Shows on standard error how much of a long task is done, when that is a terminal; with a bar where time is left. */
  progress(done: number, total: number, left?: string): void
  /** The answer to a question; undefined when standard input is no terminal. */
  ask(question: string): Promise<string | undefined>
}

type Stream = NodeJS.WritableStream & { isTTY?: boolean; columns?: number }

/** Longest cell in a terminal, in characters; the rest is cut. */
const CELL_MAX = 48
const GAP = '  '
/** Width of the bar of a long task, in characters. */
const BAR = 24

/** Makes the terminal of a command from its streams; NO_COLOR and TERM=dumb turn bold text off (https://no-color.org). */
export function createTerminal(out: Stream, err: Stream, input: NodeJS.ReadStream, env: NodeJS.ProcessEnv): Terminal {
  const interactive = out.isTTY === true
  const colours = interactive && !env.NO_COLOR && env.TERM !== 'dumb'
  const strong = (text: string) => (colours ? styleText('bold', text, { validateStream: false }) : text)
  const print = (text: string) => void out.write(`${text}\n`)
  let shown = ''
  return {
    interactive,
    print,
    strong,
    note: (text) => void err.write(`${typographic(text)}\n`),
    table(head, rows) {
      const lines = rows.map((row) => row.map(oneLine))
      if (!interactive) {
        for (const row of lines) print(row.join('\t'))
        return
      }
      const cut = lines.map((row) => row.map((cell) => shorten(cell, CELL_MAX)))
      const widths = head.map((name, i) => Math.max(name.length, ...cut.map((row) => [...(row[i] ?? '')].length)))
      const align = (row: readonly string[]) =>
        row.map((cell, i) => cell + ' '.repeat(Math.max(0, (widths[i] ?? 0) - [...cell].length))).join(GAP)
      print(strong(align(head).trimEnd()))
      for (const row of cut) print(shorten(align(row).trimEnd(), out.columns || Number.POSITIVE_INFINITY))
    },
    progress(done, total, left) {
      if (err.isTTY !== true) return
      const percent = Math.floor((100 * done) / total)
      const filled = Math.floor((BAR * done) / total)
      const bar = left ? `${'█'.repeat(filled)}${'░'.repeat(BAR - filled)} ` : ''
      const text = done >= total ? '' : typographic(`${bar}${percent} %${left ? `, ${left}` : ''}`)
      if (text !== shown) err.write(`\r${text}\u001B[K`)
      shown = text
    },
    async ask(question) {
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

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}

function shorten(text: string, max: number): string {
  const letters = [...text]
  return letters.length <= max ? text : `${letters.slice(0, max - 1).join('')}…`
}
