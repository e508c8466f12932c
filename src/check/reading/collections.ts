import { createRequire, registerHooks } from 'node:module'
import { matchesGlob, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'astro/zod'
import type { Source } from './sources.ts'

/** A collection of src/content.config.ts with files in src/content. */
export interface Collection {
  name: string
  /** Folder of its entries below src/content, or the single file of all entries: 'faq', 'pictures.yaml'. */
  place: string
  /** Patterns of the files that are entries; undefined for a single file. */
  patterns: readonly string[] | undefined
  /** Schema of one file: of an entry, or of all entries by name in a single file. Undefined without a schema. */
  schema: z.ZodType | undefined
}

/** A collection as declared in the configuration; its loader comes from content-config-modules.ts. */
interface Declared {
  loader?: { pattern?: string | string[]; base?: string | URL; file?: string }
  schema?: z.ZodType | ((context: { image: () => z.ZodType }) => z.ZodType)
}

const CONTENT = resolve('src/content')
const REPLACED = ['astro:content', 'astro/loaders']

/** The collections of src/content.config.ts, except those whose loader reads from elsewhere. */
export const collections: readonly Collection[] = declared()

/** Returns the collection that reads a file of src/content; undefined if none does. */
export function collectionOf({ path }: Pick<Source, 'path'>): Collection | undefined {
  return collections.find(({ place, patterns }) => {
    if (!patterns) return path === place
    if (!path.startsWith(`${place}/`)) return false
    const name = path.slice(place.length + 1)
    const isExcluded = patterns.some((each) => each.startsWith('!') && matchesGlob(name, each.slice(1)))
    return !isExcluded && patterns.some((each) => matchesGlob(name, each))
  })
}

/** Returns the id of an entry: its path below the folder of its collection, without extension. */
export function entryIdOf(source: Pick<Source, 'path'>): string {
  const place = collectionOf(source)?.place ?? ''
  return source.path.slice(place === '' ? 0 : place.length + 1).replace(/\.\w+$/, '')
}

/** Reads the configuration as Astro does, except for the two modules that work only inside Astro. */
function declared(): Collection[] {
  const replacement = new URL('./content-config-modules.ts', import.meta.url).href
  const hooks = registerHooks({
    resolve: (name, context, next) =>
      REPLACED.includes(name) ? { url: replacement, shortCircuit: true } : next(name, context),
  })
  try {
    const config: { collections: Record<string, Declared> } = createRequire(import.meta.url)('../../content.config.ts')
    return Object.entries(config.collections).flatMap(([name, each]) => collection(name, each) ?? [])
  } finally {
    hooks.deregister()
  }
}

function collection(name: string, { loader, schema }: Declared): Collection | undefined {
  const { pattern, base = '.', file } = loader ?? {}
  const written = file ?? (pattern === undefined ? undefined : base)
  if (written === undefined) return undefined
  const place = relative(CONTENT, written instanceof URL ? fileURLToPath(written) : resolve(written))
  if (place.startsWith('..')) return undefined
  const entry = typeof schema === 'function' ? schema({ image: () => z.string() }) : schema
  if (file !== undefined) return { name, place, patterns: undefined, schema: entry && z.record(z.string(), entry) }
  return { name, place, patterns: [pattern ?? []].flat(), schema: entry }
}
