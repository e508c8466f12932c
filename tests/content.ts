import { cpSync } from 'node:fs'

const [TEXTS, OWN] = ['src/content', 'tests/fixtures/content']

/** Lays the texts of the site into a folder, and over them those whose words are the tests' own. */
export function layContent(folder: string): void {
  for (const from of [TEXTS, OWN]) cpSync(from, folder, { recursive: true })
}
