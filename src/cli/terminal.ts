import { createInterface } from 'node:readline/promises'
import { styleText } from 'node:util'
import { typographic } from '../copy/markdown/typography.ts'

/** Output and questions of a command. */
export type Terminal = ReturnType<typeof createTerminal>

type Output = NodeJS.WritableStream & { isTTY?: boolean }
type Input = NodeJS.ReadableStream & { isTTY?: boolean }

/** Maximum width of a cell in a terminal, in characters; longer ones are cut. */
const CELL_MAX = 48

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
    /** Standard output, for bytes. */
    out,
    print,
    /** Returns the text in bold if the terminal supports it. */
    strong,
    /** Writes a message for the operator to standard error, with French typography. */
    note: (text: string): void => void err.write(line(typographic(text))),
    /**
     * Prints aligned columns to a terminal. To a pipe, prints one tab-separated line per row without headings, as the
     * rows are read, so that a long list needs little memory. Returns the number of rows.
     */
    table(head: readonly string[], rows: Iterable<readonly string[]>) {
      const lines = Iterator.from(rows).map((row) => row.map(oneLine))
      if (!interactive)
        return lines.reduce((count, row) => {
          print(row.join('\t'))
          return count + 1
        }, 0)
      const all = [...lines]
      const widths = head.map((name, i) => {
        const longest = all.reduce((width, row) => Math.max(width, [...(row[i] ?? '')].length), name.length)
        return Math.min(CELL_MAX, longest)
      })
      const align = (row: readonly string[]) =>
        widths
          .map((width, i) => pad(row[i] ?? '', width))
          .join('  ')
          .trimEnd()
      print(strong(align(head)))
      for (const row of all) print(align(row))
      return all.length
    },
    /** Shows the progress of a long task on standard error if it is a terminal. */
    progress(done: number, total: number) {
      if (err.isTTY !== true) return
      const text = done >= total ? '' : typographic(`${Math.floor((100 * done) / total)} %`)
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

/** Cuts or fills a text to a width in characters. */
function pad(text: string, width: number): string {
  const letters = [...text]
  if (letters.length > width) return `${letters.slice(0, width - 1).join('')}…`
  return text + ' '.repeat(width - letters.length)
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
