import sharp, { type Sharp } from 'sharp'
import { PHOTO_MAX } from '../drafts.ts'
import { describedPictures, masterOf } from './site-pictures.ts'

/** Twice the width of a letter's column, for high-density screens, in pixels. */
const WIDTH = 1072
const QUALITY = 60
/** Width of a thumbnail, in pixels. */
const THUMBNAIL = 320
/** Accepted formats, detected from the contents and not from the file name. */
const FORMATS = ['jpeg', 'png', 'webp']
/** Maximum number of pixels of a photo, so that decoding cannot exhaust the memory. */
const PIXELS_MAX = 60_000_000

/** A photo that cannot be used; the message is French and states the reason and the remedy. */
export class PhotoError extends Error {}

let last: Promise<unknown> = Promise.resolve()

/**
 * Converts a photo for a letter: upright, resized, without location and camera data. Photos are converted one at a
 * time, so that they leave memory and CPU to the visitors.
 * @throws PhotoError
 */
export function preparePhoto(bytes: Uint8Array): Promise<Buffer> {
  const prepared = last.then(() => prepare(bytes))
  last = prepared.catch(() => undefined)
  return prepared
}

async function prepare(bytes: Uint8Array): Promise<Buffer> {
  if (bytes.length > PHOTO_MAX)
    throw new PhotoError(
      `La photo pèse ${Math.ceil(bytes.length / 1_000_000)} Mo. Choisissez-en une de ${PHOTO_MAX / 1024 ** 2} Mo au plus.`,
    )
  const image = sharp(bytes, { limitInputPixels: PIXELS_MAX, sequentialRead: true })
  const { format } = await image.metadata().catch(() => ({ format: undefined }))
  if (!format || !FORMATS.includes(format))
    throw new PhotoError('Ce fichier n’est pas une photo que l’on sait lire. Choisissez un JPEG, un PNG ou un WebP.')
  return toJpeg(image).catch(() => {
    throw new PhotoError('Cette photo est abîmée, ou trop grande. Enregistrez-la de nouveau, plus petite.')
  })
}

/** Returns the thumbnail of a picture of the site; undefined for an unknown name. */
export async function thumbnailOf(name: string): Promise<Buffer | undefined> {
  const file = describedPictures()[name] === undefined ? undefined : masterOf(name)
  return file === undefined ? undefined : thumbnail(file)
}

const thumbnail = once((file) => sharp(file).resize({ width: THUMBNAIL }).jpeg({ quality: QUALITY }).toBuffer())

/** Converts a picture of the site; cached, because the preview is rendered again on every change of the text. */
export const jpegOfSite = once(jpegOf)

/** Caches the result of a conversion per file; failed conversions are retried. */
function once(make: (file: string) => Promise<Buffer>): typeof make {
  const made = new Map<string, Promise<Buffer>>()
  return (file) => {
    const jpeg = made.get(file) ?? make(file)
    made.set(file, jpeg)
    jpeg.catch(() => made.delete(file))
    return jpeg
  }
}

/**
 * Converts a picture to JPEG, which every mail program supports, without camera metadata. Embedded, so that opening
 * the message loads nothing from a server.
 */
function toJpeg(image: Sharp): Promise<Buffer> {
  return image
    .autoOrient()
    .resize({ width: WIDTH, withoutEnlargement: true })
    .flatten({ background: '#fbf7ef' })
    .jpeg({ quality: QUALITY, mozjpeg: true })
    .toBuffer()
}

/** Converts a picture file for a letter. */
export function jpegOf(file: string): Promise<Buffer> {
  return toJpeg(sharp(file))
}
