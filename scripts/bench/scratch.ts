import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Beside the project, since a temporary folder may be memory, which would make every commit durable at no cost. */
const PLACE = 'node_modules/.bench'

/** Lends a folder on the disk of the project and removes it afterwards. */
export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  mkdirSync(PLACE, { recursive: true })
  const folder = mkdtempSync(join(process.cwd(), PLACE, 'run-'))
  try {
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
