import sharp from 'sharp'
import type { LetterPicture } from './letter-rows.ts'

/** Twice the width of a letter's column, for fine screens, in pixels. */
const WIDTH = 1072
const QUALITY = 60

/**
 * A picture of the site as each message carries it: JPEG, which every mail program shows. It lies inside the message, so
 * that nobody is told when it is looked at.
 * @param file of the built site
 */
export async function letterPicture(name: string, file: string): Promise<LetterPicture> {
  const jpeg = await sharp(file)
    .resize({ width: WIDTH, withoutEnlargement: true })
    .flatten({ background: '#fbf7ef' })
    .jpeg({ quality: QUALITY, mozjpeg: true })
    .toBuffer()
  return { name, jpeg }
}
