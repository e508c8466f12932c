import sharp, { type Sharp } from 'sharp'
import { PHOTO_MAX } from '../drafts.ts'
import { describedPictures, masterOf } from './site-pictures.ts'

/** Twice the width of a letter's column, for fine screens, in pixels. */
const WIDTH = 1072
const QUALITY = 60
/** Width of a picture among which one is chosen, in pixels. */
const THUMBNAIL = 320
/** Types that are read, by what the file holds and not by its name. */
const FORMATS = ['jpeg', 'png', 'webp']
/** Pixels of the largest photograph, so that opening one cannot use up the memory of the process. */
const PIXELS_MAX = 60_000_000

/** A photograph that cannot be used; the message says why and what to do, in French. */
export class PhotoError extends Error {}

let last: Promise<unknown> = Promise.resolve()

/**
 * A photograph as a letter carries it: upright, cut to size, without place or camera. One is made at a time, so that several
 * do not take the memory and the processor from the visitors.
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

/** A picture of the site in the width of a choice of pictures, by its name; undefined for a name that none has. */
export async function thumbnailOf(name: string): Promise<Buffer | undefined> {
  const file = describedPictures()[name] === undefined ? undefined : masterOf(name)
  return file === undefined ? undefined : thumbnail(file)
}

const thumbnail = once((file) => sharp(file).resize({ width: THUMBNAIL }).jpeg({ quality: QUALITY }).toBuffer())

/** A picture of the site, made once: a preview that follows what somebody types asks for it again and again. */
export const jpegOfSite = once(jpegOf)

/** The same function, which makes each picture once; what failed is made again. */
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
 * A picture as each message carries it: JPEG, which every mail program shows, without what a camera noted. It lies inside
 * the message, so that nobody is told when it is looked at.
 */
function toJpeg(image: Sharp): Promise<Buffer> {
  return image
    .autoOrient()
    .resize({ width: WIDTH, withoutEnlargement: true })
    .flatten({ background: '#fbf7ef' })
    .jpeg({ quality: QUALITY, mozjpeg: true })
    .toBuffer()
}

/** A picture in a file as each message carries it. */
export function jpegOf(file: string): Promise<Buffer> {
  return toJpeg(sharp(file))
}
