import { existsSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ExpectedError } from '../server/expected-error.ts'

/** Output of a command, in chunks. */
type Content = AsyncIterable<Uint8Array> | Iterable<string>

/**
 * Writes to standard output, or to a file that only its owner can read and that gets its name once it is complete.
 * Rejects with ExpectedError if the path cannot be written to, and with the system's error if writing fails.
 * @param file undefined for standard output
 * @returns the absolute path of the file; undefined for standard output
 */
export async function toOutput(file: string | undefined, content: Content): Promise<string | undefined> {
  if (file === undefined) {
    await pipeline(content, process.stdout, { end: false })
    return undefined
  }
  const path = destination(file)
  const part = `${path}.part`
  rmSync(part, { force: true })
  try {
    await writeFile(part, content, { flag: 'wx', mode: 0o600, flush: true })
    renameSync(part, path)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
  return path
}

/** Returns the absolute path to write to; for a symbolic link, its target. Throws ExpectedError if it is not a file. */
function destination(file: string): string {
  const path = resolve(file)
  const found = statSync(path, { throwIfNoEntry: false })
  if (found && !found.isFile()) throw new ExpectedError(`${path} n’est pas un fichier : choisissez un autre nom.`)
  if (found) return realpathSync(path)
  if (!existsSync(dirname(path))) throw new ExpectedError(`Le dossier ${dirname(path)} n’existe pas : créez-le.`)
  return path
}
