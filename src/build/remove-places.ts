import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const GPS_TAG = 0x8825
const TIFF_START = 6
const ENTRY_BYTES = 12

const PICTURE = /\.(avif|jpe?g|png|webp)$/i

/**
 * Writes photographs whose metadata tell where they were taken anew, without any metadata and turned as they were meant
 * to be seen. Astro leaves no metadata in the sizes that it makes; a page may also show an original, or what is in public/.
 * @param client folder of the files that are served
 */
export async function removePlaces(client: string): Promise<void> {
  // Cameras write IMG_0001.JPG.
  for (const name of globSync('**/*', { cwd: client }).filter((each) => PICTURE.test(each))) {
    const file = join(client, name)
    const picture = sharp(readFileSync(file))
    const { exif, xmp } = await picture.metadata()
    // Programs for pictures write the place as XMP too (XMP specification part 2, 3.3: exif:GPSLatitude).
    if (tellsPlace(exif) || xmp?.includes('GPSLatitude')) await picture.autoOrient().toFile(file)
  }
}

/** True where the EXIF data of a picture tell where it was taken (EXIF 3.0, 4.6.3: the GPS tag of the first directory). */
function tellsPlace(exif: Buffer | undefined): boolean {
  if (!exif || exif.length < TIFF_START + 8) return false
  const tiff = exif.subarray(exif.toString('latin1', 0, 4) === 'Exif' ? TIFF_START : 0)
  const little = tiff.toString('latin1', 0, 2) === 'II'
  const word = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directory + 2 > tiff.length) return false
  const tags = Array.from({ length: word(directory) }, (_, index) => directory + 2 + index * ENTRY_BYTES)
  return tags.some((at) => at + ENTRY_BYTES <= tiff.length && word(at) === GPS_TAG)
}
