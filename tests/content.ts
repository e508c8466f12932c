import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'

const [TEXTS, OWN] = ['src/content', 'tests/fixtures/content']

/** Lays the texts of the site into a folder, and over them those whose words are the tests' own. */
export function layContent(folder: string): void {
  for (const from of [TEXTS, OWN]) cpSync(from, folder, { recursive: true })
}

/** Where a text of `layContent` comes from. */
export const contentFile = (file: string): string => [OWN, TEXTS].map((root) => join(root, file)).find(existsSync) ?? ''
