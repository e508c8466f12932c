import { createHash } from 'node:crypto'
import { renameSync } from 'node:fs'
import { join } from 'node:path'

/** A size of a picture as Astro names it, and its width in a `srcset`: pad.MeNHgnec_Z1lvQd.avif 480w. */
const SIZE = /(?<=\/_astro\/)([\w-]+)\.[\w-]{8}_\w+(\.\w+)(?= (\d+)w)/g

/**
 * Gives the sizes of a picture names that differ by their width alone: Astro's end in a hash of each, which does not
 * compress, in every `srcset` of every page. One hash of all of them keeps the promise that a name is one content.
 * @param client folder of the built files, in which they are renamed
 * @param pages HTML of all pages
 * @returns old names and new ones
 */
export function shortNames(client: string, pages: readonly string[]): Map<string, string> {
  const pictures = new Map<string, Map<string, string>>()
  for (const [old, picture = '', type, width] of pages.flatMap((html) => [...html.matchAll(SIZE)]))
    pictures.set(picture, (pictures.get(picture) ?? new Map()).set(old, `${width}${type}`))
  const names = new Map<string, string>()
  for (const [picture, sizes] of pictures) {
    const hash = createHash('sha256')
      .update([...sizes.keys()].sort().join())
      .digest('base64url')
      .slice(0, 6)
    for (const [old, size] of [...sizes].sort()) {
      let name = `${picture}.${hash}.${size}`
      // A crop is as wide as the whole.
      while ([...names.values()].includes(name)) name = name.replace(size, `c${size}`)
      names.set(old, name)
    }
  }
  for (const [old, name] of names) renameSync(join(client, '_astro', old), join(client, '_astro', name))
  return names
}
