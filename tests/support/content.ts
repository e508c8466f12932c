import { cpSync } from 'node:fs'

const [TEXTS, OWN] = ['src/content', 'tests/fixtures/content']

/** Copies the texts of the site into a folder and overwrites some with the tests’ own fixtures. */
export function copyContent(folder: string): void {
  for (const from of [TEXTS, OWN]) cpSync(from, folder, { recursive: true })
}
