import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { pictureName } from '../../../copy/markdown/text-pictures.ts'
import { pictureUrl } from '../mail.ts'

const DESCRIPTIONS = new URL('../../../content/pictures.yaml', import.meta.url)
const MASTERS = new URL('../../../assets/pictures/', import.meta.url)

/** Twice the width of a letter's column, for high-density screens, in pixels. */
const WIDTH = 1072
const QUALITY = 60

/** Returns the descriptions of the site's pictures by name. */
export function describedPictures(): Record<string, string> {
  const all = Object.entries(parse(readFileSync(DESCRIPTIONS, 'utf8')) as Record<string, { alt?: string }>)
  return Object.fromEntries(all.map(([name, { alt = '' }]) => [name, alt]))
}

/** Pictures by the name that a letter calls: description from pictures.yaml, and data: URL. */
export type CalledPictures = ReadonlyMap<string, { description: string; src: string }>

/** Reads the pictures of the site that a letter names; unknown ones are missing. @param urls as written in the letter */
export async function readPictures(urls: readonly string[]): Promise<CalledPictures> {
  const descriptions = describedPictures()
  const found = new Map<string, { description: string; src: string }>()
  for (const url of new Set(urls)) {
    const name = pictureName(url)
    const file = descriptions[name] !== undefined && readdirSync(MASTERS).find((each) => pictureName(each) === name)
    if (file) found.set(url, { description: descriptions[name] ?? '', src: await jpegOf(new URL(file, MASTERS)) })
  }
  return found
}

/** Converts a picture to JPEG, which every mail program supports, without camera metadata. */
async function jpegOf(file: URL): Promise<string> {
  // Loaded when needed, because the library is large.
  const { default: sharp } = await import('sharp')
  const jpeg = sharp(fileURLToPath(file)).resize({ width: WIDTH, withoutEnlargement: true })
  return pictureUrl(await jpeg.flatten({ background: '#fbf7ef' }).jpeg({ quality: QUALITY, mozjpeg: true }).toBuffer())
}
