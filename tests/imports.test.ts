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

it.each([...Map.groupBy(FILES, (file) => file.split('/')[1] ?? '')])('src/%s imports what it may', (room, files) => {
  const rule = ALLOWED[room]
  expect(rule, `a rule for src/${room}`).toBeDefined()
  const allowed = [room, ...SHARED, ...(rule ?? [])]
  const isAllowed = (target: string) => allowed.some((each) => target === each || target.startsWith(`${each}/`))
  const against = files.flatMap((file) =>
    imported(file)
      .filter((target) => !isAllowed(target))
      .map((target) => `${file} → ${target}`),
  )
  expect(against).toEqual([])
})

/** Folders of src/server in order (architecture, «Imports»): each may import those before it, never those after it. */
const ROOMS = ['database', 'people', 'leads', 'mail', 'desk', 'operations']
/** Files at the top of src/server that any folder may import, because they import no folder. */
const GROUND = FILES.filter((file) => /^src\/server\/[^/]+$/.test(file))
  .filter((file) => !imported(file).some((target) => /^server\/.*\//.test(target)))
  .map((file) => file.replace('src/server/', ''))
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

it.each([
  ['better-sqlite3', /^src\/server\/database\//],
  ['astro/zod', /^src\/(check\/|model\/(file-)?schemas\.ts)/],
])('%s is imported where it belongs only', (name, place) => {
  const importers = FILES.filter((file) => imports(file).includes(name))
  expect(importers.length).toBeGreaterThan(0)
  expect(importers.filter((file) => !place.test(file))).toEqual([])
})
