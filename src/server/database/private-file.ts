import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Permissions of files that may contain personal data: only the owner reads and writes. */
const OWNER_ONLY = 0o600

/**
 * Creates an empty file with restricted permissions, so that later contents are private from the first byte. Throws
 * EEXIST if the file exists.
 */
export function createPrivateFile(path: string): void {
  closeSync(openSync(path, 'wx', OWNER_ONLY))
}

/** Creates an empty private file, with its folder, unless the file exists. */
export function ensurePrivateFile(path: string): void {
  if (existsSync(path)) return
  mkdirSync(dirname(path), { recursive: true })
  createPrivateFile(path)
}

/** Copies a small file to a private one, replaces an existing target, and flushes the copy to disk. */
export function copyPrivateFile(from: string, to: string): void {
  rmSync(to, { force: true })
  writeFileSync(to, readFileSync(from), { mode: OWNER_ONLY, flag: 'wx', flush: true })
}

/** Returns once everything written to a file is on the disk (fsync). */
export function flushFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
