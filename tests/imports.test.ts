import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** What several rooms may use: plain values and functions without any import of their own room. */
const SHARED = [
  'browser/timings.ts',
  'browser/storage.ts',
  'copy/markdown/escape-html.ts',
  'copy/markdown/typography.ts',
  'copy/words/plain-words.ts',
  'copy/words/words.ts',
]
/** How the values of the texts are read, described and derived, outside of Astro too. */
const FACTS = [
  'derived',
  'duration',
  'fact-rules',
  'french-numbers',
  'identifiers',
  'parse-facts',
  'values',
  'vat',
].map((name) => `copy/facts/${name}.ts`)
/** The texts and what describes them. */
const CONTENT = [
  'content',
  'content.config.ts',
  'content.needs.ts',
  'content.record.ts',
  'content.schemas.ts',
  'content.sections.ts',
]

/**
 * What each folder of src may import from src, besides itself and what is shared: forms ← server ← { middleware, pages,
 * cli }, and components from forms, copy and content. A file at the top of src stands for itself.
 */
const ALLOWED: Record<string, readonly string[]> = {
  browser: [],
  'content.sections.ts': ['forms'],
  'content.record.ts': ['copy/words/interface-words.ts', 'copy/facts/fact-rules.ts'],
  'content.schemas.ts': [
    'content.record.ts',
    'content.sections.ts',
    'forms',
    'copy/words/interface-words.ts',
    'copy/facts/fact-rules.ts',
  ],
  'content.needs.ts': ['content.sections.ts', 'forms', 'copy/words/interface-words.ts'],
  'content.config.ts': ['content.sections.ts', 'content.schemas.ts'],
  'client-directives.d.ts': [],
  'env.d.ts': ['server'],
  'middleware.ts': ['server', 'forms', 'build/development.ts'],
  forms: [],
  copy: [...CONTENT, 'forms'],
  server: [
    'forms',
    'copy/facts/parse-facts.ts',
    'copy/placeholders.ts',
    'copy/facts/read-values.ts',
    'copy/markdown/text-pictures.ts',
    // A letter is checked as the texts of the site are.
    'check/finding.ts',
    'check/rules/check-characters.ts',
    'check/rules/check-letter.ts',
    'check/rules/check-typography.ts',
    'check/reading/sources.ts',
    // The texts that the server says itself are looked at as the check looks at them.
    'check/incomplete.ts',
  ],
  cli: ['server', 'forms', 'copy/facts/parse-facts.ts'],
  check: [
    ...CONTENT,
    'forms',
    ...FACTS,
    'copy/words/interface-words.ts',
    'copy/placeholders.ts',
    'copy/markdown/text-pictures.ts',
  ],
  build: [
    'browser',
    'check',
    'content',
    'server',
    'forms',
    'copy/facts/parse-facts.ts',
    'copy/notices.ts',
    'copy/words/read-words.ts',
  ],
  components: [...CONTENT, 'browser', 'copy', 'forms', 'assets', 'styles', 'layouts'],
  layouts: [...CONTENT, 'copy', 'forms', 'assets', 'styles', 'components'],
  pages: [...CONTENT, 'copy', 'forms', 'assets', 'styles', 'components', 'layouts', 'server'],
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
    .map((path) => join(dirname(file), path).replace(/\?.*$/, ''))
    .filter((path) => path.startsWith('src/'))
    .map((path) => path.replace('src/', ''))

describe('each folder of src imports only what it may', () => {
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

  it('reads what each kind of file imports', () => {
    expect(imported('src/components/Picture.astro')).toEqual(
      expect.arrayContaining(['copy/markdown/markdown.ts', 'components/sizes.ts']),
    )
    expect(imported('src/copy/facts/facts.ts')).toContain('content/facts.yaml')
  })
})

/** The rooms of src/server in their order (architecture, «Imports»): each may import those before it, and none after it. */
const ROOMS = ['database', 'visits', 'outbox', 'people', 'leads', 'messages', 'letters', 'desk', 'operations']
/** Files at the top of src/server that any room may import; they know none. */
const GROUND = [
  'build-manifest.ts',
  'clock.ts',
  'config.ts',
  'counted.ts',
  'log.ts',
  'networks.ts',
  'paris-time.ts',
  'repeat.ts',
  'signed-session.ts',
  'tokens.ts',
]
const roomOf = (path: string) => path.split('/')[1] ?? ''
/** The ground, then what any room may use of requests and answers, then the rooms, then what wires them. */
const order = ['', 'http', ...ROOMS]
const placeOf = (room: string) => {
  const place = order.indexOf(GROUND.includes(room) ? '' : room)
  return place < 0 ? order.length : place
}

it('lets the rooms of src/server import in one direction', () => {
  const against = FILES.filter((file) => file.startsWith('src/server/')).flatMap((file) => {
    const own = roomOf(file.replace('src/', ''))
    return imported(file)
      .filter((target) => target.startsWith('server/') && roomOf(target) !== own)
      .filter((target) => placeOf(own) < order.length && placeOf(roomOf(target)) > 0)
      .filter((target) => placeOf(roomOf(target)) >= placeOf(own))
      .map((target) => `${file.replace('src/', '')} → ${roomOf(target)}`)
  })
  expect([...new Set(against)].sort(), 'imports that go back').toEqual([])
})

it('lets forms import only valibot from packages', () => {
  for (const file of FILES.filter((name) => name.startsWith('src/forms/')))
    expect(
      imports(file).filter((path) => !path.startsWith('.') && path !== 'valibot'),
      'packages besides valibot',
    ).toEqual([])
})

it('keeps the database driver to its folder', () => {
  const importers = FILES.filter((file) => imports(file).includes('better-sqlite3'))
  expect(importers).toContain('src/server/database/database.ts')
  expect(
    importers.filter((file) => !file.startsWith('src/server/database/')),
    'files outside server/database that open it',
  ).toEqual([])
})

it('keeps zod to the schemas of the content and to their check', () => {
  const importers = FILES.filter((file) => imports(file).some((path) => /zod/.test(path)))
  expect(importers.filter((file) => !file.startsWith('src/check/'))).toEqual(['src/content.schemas.ts'])
})

// A command of the operator has the name of what it commands; components are told apart by the page of their folder.
it('gives no two modules of src the same name', () => {
  const modules = FILES.filter((file) => /^(?!src\/(?:cli|pages)\/).*(?<!\/(?:index|main))\.ts$/.test(file))
  const named = Map.groupBy(modules, (file) => file.split('/').at(-1))
  expect(
    [...named.values()].filter((files) => files.length > 1),
    'file names that occur twice',
  ).toEqual([])
})
