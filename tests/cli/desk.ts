import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { main } from '../../src/cli/main.ts'
import { noticesFor } from '../../src/copy/notices.ts'
import { parse } from '../../src/forms/form.ts'
import { type FormName, forms } from '../../src/forms/index.ts'
import { openDatabase } from '../../src/server/database/database.ts'
import { createStore } from '../../src/server/submissions/store.ts'
import { valid } from '../samples.ts'
import { PROGRAM_ENV } from '../site.ts'

export interface Ran {
  code: number | null
  out: string
  err: string
}

/** Runs `hera` as an operator does, in a pipe, on a database. */
export function hera(databasePath: string, ...args: string[]): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['hera.mjs', ...args], {
    env: { ...PROGRAM_ENV, DATABASE_PATH: databasePath },
    encoding: 'utf8',
    input: '',
    maxBuffer: 1 << 28,
  })
  return { code: status, out: stdout, err: stderr.replace(/[\u00A0\u202F]/g, ' ') }
}

/**
 * Runs a command in the process of the test, which costs no start of another one and lets `npm run mutants` see it. For
 * what depends on a process of its own, there is `hera`.
 */
export async function heraHere(databasePath: string, ...args: string[]): Promise<Ran> {
  const printed = ['', '']
  const streams = [process.stdout, process.stderr]
  const listeners = streams.map((stream) => stream.listeners('error'))
  const spies = streams.map((stream, n) =>
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      printed[n] += String(text)
      return true
    }),
  )
  // A result of any length is written to the descriptor itself.
  const folder = mkdtempSync(join(tmpdir(), 'hera-stdout-'))
  const file = join(folder, 'stdout')
  const descriptor = process.stdout.fd
  process.stdout.fd = openSync(file, 'w') as typeof descriptor
  try {
    const code = await main(args, { DATABASE_PATH: databasePath })
    const [out = '', err = ''] = printed
    return { code, out: out + readFileSync(file, 'utf8'), err: err.replace(/[\u00A0\u202F]/g, ' ') }
  } finally {
    closeSync(process.stdout.fd)
    process.stdout.fd = descriptor
    rmSync(folder, { recursive: true })
    for (const spy of spies) spy.mockRestore()
    for (const [n, stream] of streams.entries())
      for (const listener of stream.listeners('error'))
        if (!listeners[n]?.includes(listener)) stream.off('error', listener as () => void)
  }
}

/** An operator's desk: a database in a folder of its own, submissions of any day, the command. */
export function openDesk() {
  const folder = mkdtempSync(join(tmpdir(), 'hera-desk-'))
  const path = join(folder, 'hera.sqlite')
  let at = '2020-01-06T10:00:00.000Z'
  const db = openDatabase(path)
  const store = createStore(db, noticesFor({ nom: 'Hera', email: 'contact@hera.example' }), () => new Date(at))
  return {
    path,
    db,
    file: (name: string) => join(folder, name),
    run: (...args: string[]) => hera(path, ...args),
    /** The same in the process of the test. */
    runHere: (...args: string[]) => heraHere(path, ...args),
    /** Stores a submission and gives its reference. */
    submit(name: FormName, extra: Record<string, string> = {}, { day = '2020-01-06', suspectedSpam = false } = {}) {
      at = `${day}T10:00:00.000Z`
      const { values, errors } = parse(forms[name], { ...valid[name], ...extra }, '2026-11-21')
      if (!values) throw new Error(JSON.stringify(errors))
      return store.add(forms[name], values, { suspectedSpam }).reference
    },
    close() {
      db.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
