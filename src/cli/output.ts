import {
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { CommandError } from './command.ts'

/** Takes text and writes it in large pieces. */
export interface Output {
  write(text: string): void
}

const PIECE = 64 * 1024
/** How long a reader that is slower than we are is left to itself, in milliseconds. */
const PAUSE_MS = 1

/**
 * Hands an output to a writer: standard output, or a file readable by its owner alone that gets its name once it is
 * whole.
 * @returns the whole path of the file
 */
export function toOutput(file: string | undefined, write: (output: Output) => void): string | undefined {
  if (file === undefined) {
    inPieces(process.stdout.fd, write)
    return undefined
  }
  const path = destination(file)
  const part = `${path}.part`
  try {
    const target = openSync(part, 'w', 0o600)
    try {
      fchmodSync(target, 0o600)
      inPieces(target, write)
      fsyncSync(target)
    } finally {
      closeSync(target)
    }
    renameSync(part, path)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
  return path
}

/** The file itself where a link is named; only a file may be written over. */
function destination(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found && !found.isFile()) throw new CommandError(`${file} n’est pas un fichier : choisissez un autre nom.`)
  if (found) return realpathSync(file)
  const path = resolve(file)
  if (!existsSync(dirname(path))) throw new CommandError(`Le dossier ${dirname(path)} n’existe pas : créez-le.`)
  return path
}

function inPieces(target: number, write: (output: Output) => void): void {
  let held = ''
  const flush = () => {
    writeWhole(target, Buffer.from(held))
    held = ''
  }
  write({
    write(text) {
      held += text
      if (held.length >= PIECE) flush()
    },
  })
  flush()
}

/** Writes every byte, which a full disk or a slow pipe may take in several turns, or throws. */
function writeWhole(target: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(target, bytes, done)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
    }
  }
}
