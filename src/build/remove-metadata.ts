import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const PICTURE = /\.(avif|jpe?g|png|webp)$/i

/**
 * Rewrites photographs that have metadata without it, because it may contain the place; applies their orientation.
 * Astro strips it from the sizes it generates, but a page may also show an original or a file of public/.
 * @param client folder of the files that are served
 */
export async function removeMetadata(client: string): Promise<void> {
  // Case-insensitive, because cameras write IMG_0001.JPG.
  for (const name of globSync('**/*', { cwd: client }).filter((each) => PICTURE.test(each))) {
    const file = join(client, name)
    const picture = sharp(readFileSync(file))
    const { exif, xmp, iptc } = await picture.metadata()
    if (exif || xmp || iptc) await picture.autoOrient().toFile(file)
  }
}
