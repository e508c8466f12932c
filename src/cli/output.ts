import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'

/** Takes text and writes it in large pieces. */
export interface Output {
  write(text: string): void
}

const PIECE = 64 * 1024

/**
 * Hands an output to a writer: standard output, or a file readable by its owner alone that gets its name once it is
 * whole.
 */
export function toOutput(file: string | undefined, write: (output: Output) => void): void {
  const part = file === undefined ? undefined : `${file}.part`
  const target = part === undefined ? undefined : openSync(part, 'w', 0o600)
  if (target !== undefined) fchmodSync(target, 0o600)
  let held = ''
  const flush = () => {
    if (target === undefined) process.stdout.write(held)
    else writeSync(target, held)
    held = ''
  }
  try {
    write({
      write(text) {
        held += text
        if (held.length >= PIECE) flush()
      },
    })
    flush()
    if (target !== undefined) fsyncSync(target)
  } catch (error) {
    if (part !== undefined) rmSync(part, { force: true })
    throw error
  } finally {
    if (target !== undefined) closeSync(target)
  }
  if (part !== undefined && file !== undefined) renameSync(part, file)
}
