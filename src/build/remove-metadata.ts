import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const PICTURE = /\.(avif|jpe?g|png|webp)$/i

/**
 * Writes photographs with metadata, which may tell where they were taken, anew without any and turned as they were meant to be
 * seen. Astro leaves none in the sizes that it makes; a page may also show an original, or what is in public/.
 * @param client folder of the files that are served
 */
export async function removeMetadata(client: string): Promise<void> {
  // Cameras write IMG_0001.JPG.
  for (const name of globSync('**/*', { cwd: client }).filter((each) => PICTURE.test(each))) {
    const file = join(client, name)
    // With all frames of one that moves, which sharp cannot turn.
    const picture = sharp(readFileSync(file), { animated: true })
    const { exif, xmp, iptc, pages = 1 } = await picture.metadata()
    if (exif || xmp || iptc) await (pages > 1 ? picture : picture.autoOrient()).toFile(file)
  }
}
