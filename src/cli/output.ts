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

/** Where a command writes its result. */
export interface Output {
  write(text: string): void
}

/** Characters that are collected before they are written. */
const BUFFER_SIZE = 64 * 1024
/** Pause before writing again to a pipe that is full, in milliseconds. */
const PIPE_PAUSE_MS = 1

/**
 * Calls `write` with standard output, or with a file that is readable by its owner alone and gets its name once it is
 * complete. Throws CommandError when the file cannot be written there, and the system's error when writing fails.
 * @param file undefined for standard output
 * @returns the absolute path of the file; undefined for standard output
 */
export function toOutput(file: string | undefined, write: (output: Output) => void): string | undefined {
  if (file === undefined) {
    writeBuffered(process.stdout.fd, write)
    return undefined
  }
  const path = destination(file)
  const part = `${path}.part`
  try {
    const target = openSync(part, 'w', 0o600)
    try {
      fchmodSync(target, 0o600)
      writeBuffered(target, write)
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

/** The absolute path to write to: for a symbolic link, the file it points to. Throws CommandError for anything but a file. */
function destination(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found && !found.isFile()) throw new CommandError(`${file} n’est pas un fichier : choisissez un autre nom.`)
  if (found) return realpathSync(file)
  const path = resolve(file)
  if (!existsSync(dirname(path))) throw new CommandError(`Le dossier ${dirname(path)} n’existe pas : créez-le.`)
  return path
}

function writeBuffered(target: number, write: (output: Output) => void): void {
  let buffer = ''
  const flush = () => {
    writeWhole(target, Buffer.from(buffer))
    buffer = ''
  }
  write({
    write(text) {
      buffer += text
      if (buffer.length >= BUFFER_SIZE) flush()
    },
  })
  flush()
}

/** Writes every byte, in several calls where a pipe is full; throws when the disk is full. */
function writeWhole(target: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(target, bytes, done)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PIPE_PAUSE_MS)
    }
  }
}
