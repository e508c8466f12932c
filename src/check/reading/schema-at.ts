import { z } from 'astro/zod'
import { composedPageSchema, fileSchemas } from '../../model/schemas.ts'
import { collectionOf } from './collections.ts'
import type { Source } from './sources.ts'

/** Returns the schema of a file; undefined if there is none. */
export function schemaOf(source: Source): z.ZodType | undefined {
  const collection = collectionOf(source)
  return fileSchemas[source.path] ?? (collection?.name === 'pages' ? composedPageSchema : collection?.schema)
}

/**
 * Returns the description and the known keys of the part of a file's schema at a path of keys and indexes, and whether
 * it may be missing.
 */
export function schemaAt(source: Source, path: readonly PropertyKey[]) {
  let at = schemaOf(source)
  let [description, optional] = ['', false]
  for (const [depth, key] of [...path, undefined].entries()) {
    description = at?.description ?? ''
    optional = at instanceof z.ZodOptional
    while (at instanceof z.ZodOptional || at instanceof z.ZodNonOptional || at instanceof z.ZodDefault) {
      at = at.def.innerType as z.ZodType
      description ||= at.description ?? ''
    }
    if (at instanceof z.ZodDiscriminatedUnion) at = chosenOption(at, source, path.slice(0, depth))
    // The path of a text span has no list indexes.
    while (typeof key === 'string' && at instanceof z.ZodArray) at = at.def.element as z.ZodType
    if (key === undefined) break
    if (at instanceof z.ZodObject) at = (at.shape[String(key)] ?? at.def.catchall) as z.ZodType | undefined
    else if (at instanceof z.ZodArray) at = at.def.element as z.ZodType
    else if (at instanceof z.ZodRecord) at = at.def.valueType as z.ZodType
    else at = undefined
  }
  return { description, optional, keys: at instanceof z.ZodObject ? Object.keys(at.shape) : [] }
}

/** Returns the schema of a section by its kind; any of them if the kind is unknown. */
function chosenOption({ def }: z.ZodDiscriminatedUnion, { document }: Source, path: readonly PropertyKey[]) {
  const options = def.options as readonly z.ZodObject[]
  const kind = document.getIn([...path, def.discriminator])
  return options.find(({ shape }) => shape[def.discriminator]?.safeParse(kind).success) ?? options[0]
}
