import { z } from 'astro/zod'

/**
 * Returns the description and the known keys of the part of a schema at a path of keys and indexes, and whether it may
 * be missing.
 */
export function schemaAt(schema: z.ZodType, path: readonly PropertyKey[]) {
  let at: z.ZodType | undefined = schema
  let [description, optional] = ['', false]
  for (const key of [...path, undefined]) {
    description = at?.description ?? ''
    optional = at instanceof z.ZodOptional
    while (at instanceof z.ZodOptional || at instanceof z.ZodNonOptional || at instanceof z.ZodDefault) {
      at = at.def.innerType as z.ZodType
      description ||= at.description ?? ''
    }
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
