import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { pictureName } from '../../../copy/markdown/text-pictures.ts'
import type { MailPicture } from '../mail.ts'
import { describedPictures } from './described-pictures.ts'

const MASTERS = fileURLToPath(new URL('../../../assets/pictures/', import.meta.url))

/** Twice the width of a letter's column, for high-density screens, in pixels. */
const WIDTH = 1072
const QUALITY = 60

/** A picture of a letter, ready to be embedded. */
interface CalledPicture extends MailPicture {
  /** Description from pictures.yaml. */
  description: string
}
/** By URL; 'broken' for a file that is not a picture. */
export type CalledPictures = ReadonlyMap<string, CalledPicture | 'broken'>

/** Reads the pictures of the site that a letter names; unknown ones are missing. @param urls as written in the letter */
export async function readPictures(urls: Iterable<string>): Promise<CalledPictures> {
  const descriptions = describedPictures()
  const found = new Map<string, CalledPicture | 'broken'>()
  for (const url of new Set(urls)) {
    const name = pictureName(url)
    const file = descriptions[name] !== undefined && readdirSync(MASTERS).find((each) => pictureName(each) === name)
    if (!file) continue
    const jpeg = await jpegOf(join(MASTERS, file)).catch(() => undefined)
    found.set(url, jpeg ? { name, description: descriptions[name] ?? '', jpeg } : 'broken')
  }
  return found
}

/** Kept, because the preview is rendered again on every change of the text. */
const made = new Map<string, Promise<Buffer>>()

/**
 * Converts a picture to JPEG, which every mail program supports, without camera metadata. Embedded, so that opening
 * the message loads nothing from a server.
 */
function jpegOf(file: string): Promise<Buffer> {
  const jpeg =
    made.get(file) ??
    sharp(file)
      .autoOrient()
      .resize({ width: WIDTH, withoutEnlargement: true })
      .flatten({ background: '#fbf7ef' })
      .jpeg({ quality: QUALITY, mozjpeg: true })
      .toBuffer()
  made.set(file, jpeg)
  jpeg.catch(() => made.delete(file))
  return jpeg
}
