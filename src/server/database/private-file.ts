import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Permissions of every file that may hold what people sent: its owner reads and writes, nobody else does. */
const OWNER_ONLY = 0o600

/**
 * Creates an empty file with its permissions, so that whatever is written to it later is private from the first byte.
 * Throws EEXIST when the file exists.
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

/** Copies a small file to a private one, replacing what is there; the copy is on the disk when this returns. */
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
