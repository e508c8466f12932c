import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** What several rooms may use: plain values and functions without any import of their own room. */
const SHARED = ['timings.ts', 'storage.ts', 'copy/typography.ts']
/** The texts and what describes them. */
const CONTENT = ['content', 'content.config.ts', 'content.schemas.ts', 'content.sections.ts']

/**
 * What each folder of src may import from src, besides itself and what is shared: forms ← server ← { middleware, pages,
 * cli }, and components from forms, copy and content. A file at the top of src stands for itself.
 */
const ALLOWED: Record<string, readonly string[]> = {
  'timings.ts': [],
  'storage.ts': [],
  'content.sections.ts': ['forms'],
  'content.schemas.ts': ['content.sections.ts', 'forms'],
  'content.config.ts': ['content.sections.ts', 'content.schemas.ts'],
  'client-directives.d.ts': [],
  'env.d.ts': ['server'],
  'middleware.ts': ['server', 'forms', 'build/development.ts'],
  forms: [],
  copy: [...CONTENT, 'forms'],
  server: ['forms'],
  cli: ['server', 'forms', 'copy/parse-facts.ts'],
  check: [...CONTENT, 'forms', 'copy/parse-facts.ts', 'copy/placeholders.ts', 'copy/values.ts'],
  build: ['check', 'content', 'server', 'forms', 'copy/parse-facts.ts'],
  components: [...CONTENT, 'copy', 'forms', 'assets', 'styles', 'layouts'],
  layouts: [...CONTENT, 'copy', 'forms', 'assets', 'styles', 'components'],
  pages: [...CONTENT, 'copy', 'forms', 'assets', 'styles', 'components', 'layouts', 'server'],
}

/** Imports against the rule that are still to be moved, by the file that has them. To be shortened, never to grow. */
const EXCEPTIONS: Record<string, readonly string[]> = {
  'src/components/ContactPage.astro': ['server/submissions/answer-form.ts'],
  'src/components/FormIsland.astro': ['server/submissions/answer-form.ts'],
  'src/components/form-context.ts': ['server/submissions/notices.ts'],
  'src/components/LinkPage.astro': ['server/privacy/answer-link.ts'],
  'src/components/Withdrawal.astro': ['server/submissions/answer-form.ts'],
  'src/layouts/Base.astro': ['build/speculation-rules.ts'],
}

const FILES = globSync('src/**/*.{ts,tsx,astro}')

/** The paths that a file imports: statically, when it runs, as types, and by import.meta.glob. */
const imports = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:\bfrom|\bimport|\bglob(?:<[^(]*>)?)\s*\(?\s*['"]([^'"\n]+)['"]/g)].map(
    ([, path = '']) => path,
  )

/** What a file imports from src, as paths below it. */
const imported = (file: string) =>
  imports(file)
    .filter((path) => path.startsWith('.'))
    .map((path) =>
      join(dirname(file), path)
        .replace(/\?.*$/, '')
        .replace(/^src\//, ''),
    )

describe('each folder of src imports only what it may', () => {
  it.each(FILES)('%s', (file) => {
    const [, room = ''] = file.split('/')
    const rule = ALLOWED[room]
    expect(rule, `a rule for src/${room}`).toBeDefined()
    const allowed = [room, ...SHARED, ...(rule ?? []), ...(EXCEPTIONS[file] ?? [])]
    const against = imported(file).filter(
      (target) => !allowed.some((each) => target === each || target.startsWith(`${each}/`)),
    )
    expect(against).toEqual([])
  })

  it('lists no exception that is gone', () => {
    for (const [file, targets] of Object.entries(EXCEPTIONS))
      expect(imported(file)).toEqual(expect.arrayContaining([...targets]))
  })

  it('reads what each kind of file imports', () => {
    expect(imported('src/components/Picture.astro')).toEqual(
      expect.arrayContaining(['copy/markdown.ts', 'components/sizes.ts']),
    )
    expect(imported('src/copy/facts.ts')).toContain('content/facts.yaml')
  })
})

it('lets forms import only valibot from packages', () => {
  for (const file of FILES.filter((name) => name.startsWith('src/forms/')))
    expect(imports(file).filter((path) => !path.startsWith('.') && path !== 'valibot')).toEqual([])
})

it('lets one module import the database driver', () => {
  expect(FILES.filter((file) => imports(file).includes('better-sqlite3'))).toEqual(['src/server/database/database.ts'])
})

it('keeps zod to the schemas of the content and to their check', () => {
  const importers = FILES.filter((file) => imports(file).some((path) => /zod/.test(path)))
  expect(importers.filter((file) => !file.startsWith('src/check/'))).toEqual(['src/content.schemas.ts'])
})

// A command of the operator has the name of what it commands; components are told apart by the page of their folder.
it('gives no two modules of src the same name', () => {
  const modules = FILES.filter((file) => /^(?!src\/(?:cli|pages)\/).*(?<!\/(?:index|main))\.ts$/.test(file))
  const named = Map.groupBy(modules, (file) => file.split('/').at(-1))
  expect([...named.values()].filter((files) => files.length > 1)).toEqual([])
})
