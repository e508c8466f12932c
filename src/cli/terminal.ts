import { createInterface } from 'node:readline/promises'
import { typographic } from '../copy/markdown/typography.ts'

/** Output and questions of a command. */
export type Terminal = ReturnType<typeof createTerminal>

type Input = NodeJS.ReadableStream & { isTTY?: boolean }

/**
 * Control characters except tabs and line breaks. They could control the terminal, for example clear it, and may come
 * from a visitor, a file or a mail server.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g

/** Creates the terminal of a command. */
export function createTerminal(out: NodeJS.WritableStream, err: NodeJS.WritableStream, input: Input) {
  const line = (text: string) => `${text.replace(CONTROL_CHARACTERS, '')}\n`
  return {
    /** Standard output, for bytes. */
    out,
    print: (text: string): void => void out.write(line(text)),
    /** Writes a message for the operator to standard error, with French typography. */
    note: (text: string): void => void err.write(line(typographic(text))),
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
