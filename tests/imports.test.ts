import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Files that several folders may import: plain values and functions that import nothing from their own folder. */
const SHARED = [
  'browser/timings.ts',
  'browser/storage.ts',
  'copy/markdown/escape-html.ts',
  'copy/markdown/typography.ts',
  'copy/words/plain-words.ts',
  'copy/words/words.ts',
]
/** Modules that read, describe and derive facts; they also run outside of Astro. */
const FACTS = ['derived', 'duration', 'french-numbers', 'identifiers', 'identity', 'parse-facts', 'values', 'vat'].map(
  (name) => `copy/facts/${name}.ts`,
)
/** The texts and their schemas. */
const CONTENT = ['content', 'content.config.ts', 'model']

/**
 * What each folder of src may import from src, besides itself and SHARED: forms ← server ← { middleware, pages, cli
 * }, and components from forms, copy and content. A file at the top of src counts as a folder.
 */
const ALLOWED: Record<string, readonly string[]> = {
  browser: [],
  model: ['forms', 'copy/words/interface-words.ts', 'copy/facts/opening.ts', ...FACTS],
  'content.config.ts': ['model'],
  'client-directives.d.ts': [],
  'env.d.ts': ['server'],
  'middleware.ts': ['server', 'forms', 'build/development.ts'],
  forms: [],
  copy: [...CONTENT, 'forms'],
  server: [
    'forms',
    'copy/facts/duration.ts',
    'copy/facts/opening.ts',
    'copy/closure-sentence.ts',
    'model/email-kinds.ts',
    'model/known-facts.ts',
    'copy/facts/parse-facts.ts',
    'copy/placeholders.ts',
    'copy/facts/read-values.ts',
    'copy/markdown/text-pictures.ts',
    'copy/check-letter-text.ts',
    'copy/closure-sentence.ts',
    'copy/facts/opening.ts',
  ],
  cli: ['server', 'forms', 'copy/check-letter-text.ts', 'copy/placeholders.ts'],
  check: [
    ...CONTENT,
    'forms',
    'server/database',
    ...FACTS,
    'copy/facts/read-values.ts',
    'copy/words/interface-words.ts',
    'copy/check-letter-text.ts',
    'copy/placeholders.ts',
    'copy/markdown/text-pictures.ts',
  ],
  build: [
    'browser',
    'check',
    'server',
    'forms',
    'model/email-kinds.ts',
    'copy/facts/facts.ts',
    'copy/notices.ts',
    'copy/words/read-words.ts',
  ],
  components: [...CONTENT, 'browser', 'copy', 'forms', 'assets', 'styles', 'layouts'],
  layouts: [...CONTENT, 'browser', 'copy', 'forms', 'assets', 'styles', 'components'],
  pages: [...CONTENT, 'copy', 'forms', 'assets', 'styles', 'components', 'layouts', 'server'],
}

const FILES = globSync('src/**/*.{ts,tsx,astro}')

/** Returns the paths that a file imports: static, dynamic and type imports, and import.meta.glob. */
const imports = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:\bfrom|\bimport|\bglob(?:<[^(]*>)?)\s*\(?\s*['"]([^'"\n]+)['"]/g)].map(
    ([, path = '']) => path,
  )

/** Returns the imports of a file from src, as paths below src. */
const imported = (file: string) =>
  imports(file)
    .filter((path) => path.startsWith('.'))
    .map((path) => join(dirname(file), path).replace(/\?.*$/, ''))
    .filter((path) => path.startsWith('src/'))
    .map((path) => path.replace('src/', ''))

describe('imports of each folder of src', () => {
  it.each(FILES)('%s', (file) => {
    const [, room = ''] = file.split('/')
    const rule = ALLOWED[room]
    expect(rule, `a rule for src/${room}`).toBeDefined()
    const allowed = [room, ...SHARED, ...(rule ?? [])]
    const against = imported(file).filter(
      (target) => !allowed.some((each) => target === each || target.startsWith(`${each}/`)),
    )
    expect(against, 'imports that the table of README.md does not allow').toEqual([])
  })

  it('finds imports in .astro and .ts files', () => {
    expect(imported('src/components/Picture.astro')).toEqual(
      expect.arrayContaining(['copy/markdown/markdown.ts', 'components/pictures.ts']),
    )
    expect(imported('src/copy/legal-blocks.ts')).toContain('content/pictures.yaml')
  })
})

/** Folders of src/server in order (architecture, «Imports»): each may import those before it, never those after it. */
const ROOMS = ['database', 'people', 'leads', 'mail', 'desk', 'operations']
/** Files at the top of src/server that any folder may import; they import no folder. */
const GROUND = [
  'build-manifest.ts',
  'clock.ts',
  'config.ts',
  'counted.ts',
  'expected-error.ts',
  'log.ts',
  'networks.ts',
  'paris-time.ts',
  'repeat.ts',
  'tokens.ts',
]
const roomOf = (path: string) => path.split('/')[1] ?? ''
/** GROUND first, then the HTTP helpers, then the folders, then the files that connect them. */
const order = ['', 'http', ...ROOMS]
const placeOf = (room: string) => {
  const place = order.indexOf(GROUND.includes(room) ? '' : room)
  return place < 0 ? order.length : place
}

it('folders of src/server import in one direction', () => {
  const against = FILES.filter((file) => file.startsWith('src/server/')).flatMap((file) => {
    const own = roomOf(file.replace('src/', ''))
    return imported(file)
      .filter((target) => target.startsWith('server/') && roomOf(target) !== own)
      .filter((target) => placeOf(own) < order.length && placeOf(roomOf(target)) > 0)
      .filter((target) => placeOf(roomOf(target)) >= placeOf(own))
      .map((target) => `${file.replace('src/', '')} → ${roomOf(target)}`)
  })
  expect([...new Set(against)].sort(), 'imports against the order').toEqual([])
})

it('no file of src imports itself through others, type imports included', () => {
  const targets = new Map(FILES.map((file) => [file, imported(file).map((path) => `src/${path}`)]))
  const reachable = (from: string) => {
    const seen = new Set<string>()
    const visit = (file: string) => {
      for (const target of targets.get(file) ?? [])
        if (!seen.has(target)) {
          seen.add(target)
          visit(target)
        }
    }
    visit(from)
    return seen
  }
  expect(FILES.filter((file) => reachable(file).has(file))).toEqual([])
})

it('src/forms imports no package except valibot', () => {
  for (const file of FILES.filter((name) => name.startsWith('src/forms/')))
    expect(
      imports(file).filter((path) => !path.startsWith('.') && path !== 'valibot'),
      'packages besides valibot',
    ).toEqual([])
})

it('only src/server/database imports the database driver', () => {
  const importers = FILES.filter((file) => imports(file).includes('better-sqlite3'))
  expect(importers).toContain('src/server/database/database.ts')
  expect(
    importers.filter((file) => !file.startsWith('src/server/database/')),
    'files outside server/database that import the driver',
  ).toEqual([])
})

it('only the content schemas and src/check import zod', () => {
  const importers = FILES.filter((file) => imports(file).some((path) => /zod/.test(path)))
  expect(importers.filter((file) => !file.startsWith('src/check/'))).toEqual([
    'src/model/file-schemas.ts',
    'src/model/schemas.ts',
  ])
})

it('no value of src is given another type through unknown', () => {
  expect(FILES.filter((file) => readFileSync(file, 'utf8').includes('as unknown as'))).toEqual([])
})

// Commands are named after the module that they run; components are told apart by the page of their folder.
it('no two modules of src have the same name', () => {
  const modules = FILES.filter((file) => /^(?!src\/(?:cli|pages)\/).*(?<!\/(?:index|main))\.ts$/.test(file))
  const named = Map.groupBy(modules, (file) => file.split('/').at(-1))
  expect(
    [...named.values()].filter((files) => files.length > 1),
    'file names that occur twice',
  ).toEqual([])
})
