import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

/** Files that several folders may import: plain values and functions that import nothing from their own folder. */
const SHARED = [
  'browser/timings.ts',
  'browser/storage.ts',
  'copy/markdown/escape-html.ts',
  'copy/markdown/typography.ts',
  'copy/words/plain-words.ts',
  'copy/words/words.ts',
]
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

/** Files at the top of src/server that any of its folders may import, because they import none. */
const GROUND = FILES.filter((file) => /^src\/server\/[^/]+$/.test(file))
  .filter((file) => !imported(file).some((target) => /^server\/.*\//.test(target)))
  .map((file) => file.replace('src/', ''))
/** Folders of src/server in order (architecture, «Imports»): each may import those before it, never those after it. */
const ROOMS = ['http', 'database', 'people', 'leads', 'mail', 'desk', 'operations'].map((room) => `server/${room}`)
/**
 * What each folder of src may import from src, besides itself and SHARED: forms ← server ← { middleware, pages, cli
 * }, and components from forms, copy and content. A file at the top of src counts as a folder.
 */
const ALLOWED: Record<string, readonly string[]> = {
  browser: [],
  forms: [],
  model: ['forms', 'copy/facts', 'copy/words'],
  copy: ['forms', 'model', 'content'],
  server: ['forms', 'model', 'copy'],
  ...Object.fromEntries(
    ROOMS.map((room, place) => [room, ['forms', 'model', 'copy', ...GROUND, ...ROOMS.slice(0, place)]]),
  ),
  cli: ['forms', 'copy', 'server'],
  check: ['forms', 'model', 'copy', 'server/database'],
  build: ['forms', 'model', 'copy', 'browser', 'server', 'check'],
  components: ['forms', 'model', 'copy', 'browser', 'content', 'assets', 'styles', 'layouts'],
  layouts: ['forms', 'model', 'copy', 'browser', 'content', 'assets', 'styles', 'components'],
  pages: ['forms', 'model', 'copy', 'content', 'assets', 'styles', 'components', 'layouts', 'server'],
  'content.config.ts': ['model'],
  'client-directives.d.ts': [],
  'env.d.ts': ['server'],
  'middleware.ts': ['server', 'forms', 'build/development.ts'],
}
const isIn = (path: string, room: string) => path === room || path.startsWith(`${room}/`)

it.each(Object.entries(ALLOWED))('src/%s imports what it may', (room, rule) => {
  const files = FILES.filter((file) => isIn(file, `src/${room}`))
  expect(files.length, `files of src/${room}`).toBeGreaterThan(0)
  const allowed = [room, ...SHARED, ...rule]
  const against = files.flatMap((file) =>
    imported(file)
      .filter((target) => !allowed.some((each) => isIn(target, each)))
      .map((target) => `${file} → ${target}`),
  )
  expect(against).toEqual([])
})

it('every folder of src has a rule', () => {
  expect(FILES.filter((file) => !Object.keys(ALLOWED).some((room) => isIn(file, `src/${room}`)))).toEqual([])
})

it('no file of src imports itself through others, type imports included', () => {
  const targets = new Map(FILES.map((file) => [file, imported(file).map((path) => `src/${path}`)]))
  const reachable = (from: string) => {
    const seen = new Set<string>()
    const visit = (file: string) => {
      for (const target of new Set(targets.get(file)).difference(seen)) {
        seen.add(target)
        visit(target)
      }
    }
    visit(from)
    return seen
  }
  expect(FILES.filter((file) => reachable(file).has(file))).toEqual([])
})

it.each([
  ['better-sqlite3', /^src\/server\/database\//],
  ['astro/zod', /^src\/(check\/|model\/(file-)?schemas\.ts)/],
])('%s is imported where it belongs only', (name, place) => {
  const importers = FILES.filter((file) => imports(file).includes(name))
  expect(importers.length).toBeGreaterThan(0)
  expect(importers.filter((file) => !place.test(file))).toEqual([])
})
