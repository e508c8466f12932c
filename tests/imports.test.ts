import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

/** What each folder of src may import from src; a file at the top of src stands for itself. */
const ALLOWED: Record<string, string[]> = {
  'timings.ts': [],
  'storage.ts': ['timings.ts'],
  'content.sections.ts': ['forms'],
  'content.schemas.ts': ['content.sections.ts', 'forms'],
  forms: ['forms', 'copy/typography.ts'],
  copy: ['copy', 'content', 'content.config.ts', 'forms', 'timings.ts', 'storage.ts'],
  server: ['server', 'forms', 'copy/typography.ts', 'timings.ts'],
  cli: ['cli', 'server', 'forms', 'copy/typography.ts', 'copy/parse-facts.ts', 'timings.ts'],
  build: ['build', 'check', 'content', 'server', 'forms', 'copy/parse-facts.ts', 'storage.ts', 'timings.ts'],
  check: [
    'check',
    'content.schemas.ts',
    'content.sections.ts',
    'copy/parse-facts.ts',
    'copy/placeholders.ts',
    'copy/typography.ts',
    'copy/values.ts',
    'forms',
  ],
}

const imports = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, path]) => path as string)

describe('folders import one way', () => {
  for (const file of globSync('src/**/*.{ts,tsx}')) {
    const [, top = ''] = file.split('/')
    const allowed = ALLOWED[top]
    if (!allowed) continue
    it(file, () => {
      for (const path of imports(file).filter((each) => each.startsWith('.'))) {
        const target = relative('src', join(dirname(file), path)).replace(/\?.*$/, '')
        expect(
          allowed.some((each) => target === each || target.startsWith(`${each}/`)),
          `${file} → ${target}`,
        ).toBe(true)
      }
    })
  }

  it('forms import only valibot from outside', () => {
    for (const file of globSync('src/forms/*.ts'))
      expect(
        imports(file).filter((path) => !path.startsWith('.') && path !== 'valibot'),
        file,
      ).toEqual([])
  })

  it('one module imports the database driver', () => {
    const importers = globSync('src/**/*.{ts,tsx,astro}').filter((file) => imports(file).includes('better-sqlite3'))
    expect(importers).toEqual(['src/server/database/database.ts'])
  })

  it('zod stays in the schemas of the content', () => {
    const importers = globSync('src/**/*.{ts,tsx,astro}').filter((file) =>
      imports(file).some((path) => /zod/.test(path)),
    )
    expect(importers).toEqual(['src/content.schemas.ts'])
  })
})
