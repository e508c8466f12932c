/**
 * Replaces `astro:content` and `astro/loaders` while src/content.config.ts is read outside Astro. `glob` and
 * `file` return their options, which Astro's loaders do not expose.
 */
import { z } from 'astro/zod'

export { defineCollection } from 'astro/content/config'
export { z }

export const glob = (options: { pattern: string | string[]; base?: string | URL }) => ({ ...options, load() {} })
export const file = (path: string) => ({ file: path, load() {} })
/** A reference to another collection is written as the id of an entry. */
export const reference = () => z.string()
