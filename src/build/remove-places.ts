import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { tellsPlace } from '../check/reading/picture-kind.ts'

/**
 * Writes photographs whose metadata tell where they were taken anew, without any metadata and turned as they were meant
 * to be seen. Astro leaves no metadata in the sizes that it makes, but it also publishes originals, and what is in public/.
 * @param client folder of the files that are served
 */
export async function removePlaces(client: string): Promise<void> {
  for (const name of globSync('**/*.{avif,jpg,jpeg,png,webp}', { cwd: client })) {
    const file = join(client, name)
    const picture = sharp(readFileSync(file))
    const { exif } = await picture.metadata()
    if (tellsPlace(exif)) await picture.autoOrient().toFile(file)
  }
}
