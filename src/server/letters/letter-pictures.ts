import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { parse } from 'yaml'
import { pictureName } from '../../copy/markdown/text-pictures.ts'
import type { LetterPicture } from './letter-rows.ts'

const DESCRIPTIONS = new URL('../../content/pictures.yaml', import.meta.url)
const MASTERS = fileURLToPath(new URL('../../assets/pictures/', import.meta.url))
/** Twice the width of a letter's column, for fine screens, in pixels. */
const WIDTH = 1072
const QUALITY = 60
const OWN_FILE = /^(?![a-z]+:|\/).+\.(jpe?g|png|webp|avif)$/i

/** A picture that a text calls, as its messages carry it. */
export interface CalledPicture extends LetterPicture {
  /** What pictures.yaml says of it; '' for a picture of the letter's own. */
  description: string
}

/** Descriptions of the site's pictures, by the names that texts call them by. */
export function describedPictures(): Record<string, string> {
  const all = Object.entries(parse(readFileSync(DESCRIPTIONS, 'utf8')) as Record<string, { alt?: string }>)
  return Object.fromEntries(all.map(([name, { alt = '' }]) => [name, alt]))
}

/**
 * Reads the pictures that a letter calls: a file that lies beside the letter, or a picture of the site by its name,
 * whether a page shows it or not.
 * @param urls as the letter writes them
 * @param folder of the letter's file; undefined for a letter that is in no file
 * @returns by address; 'broken' for a file that is no picture, nothing for what is not there
 */
export async function readPictures(
  urls: Iterable<string>,
  folder: string | undefined,
): Promise<Map<string, CalledPicture | 'broken'>> {
  const descriptions = describedPictures()
  const found = new Map<string, CalledPicture | 'broken'>()
  for (const url of new Set(urls)) {
    const name = pictureName(url)
    const own = folder !== undefined && OWN_FILE.test(url) ? join(folder, decoded(url)) : ''
    const isOwn = statSync(own, { throwIfNoEntry: false })?.isFile() === true
    const file = isOwn ? own : descriptions[name] === undefined ? undefined : masterOf(name)
    if (!file) continue
    const jpeg = await jpegOf(file).catch(() => undefined)
    // The name of a file of somebody's own may hold signs that an address cannot.
    const called = {
      name: isOwn ? `photo-${found.size + 1}` : name,
      description: isOwn ? '' : (descriptions[name] ?? ''),
    }
    found.set(url, jpeg ? { ...called, jpeg } : 'broken')
  }
  return found
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

/** The file of a picture of the site, in the size that it was made in. */
function masterOf(name: string): string | undefined {
  const file = readdirSync(MASTERS).find((each) => pictureName(each) === name)
  return file && join(MASTERS, file)
}

/**
 * A picture as each message carries it: JPEG, which every mail program shows, without what a camera noted. It lies inside
 * the message, so that nobody is told when it is looked at.
 */
function jpegOf(file: string): Promise<Buffer> {
  return sharp(file)
    .autoOrient()
    .resize({ width: WIDTH, withoutEnlargement: true })
    .flatten({ background: '#fbf7ef' })
    .jpeg({ quality: QUALITY, mozjpeg: true })
    .toBuffer()
}
