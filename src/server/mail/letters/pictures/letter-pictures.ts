import { statSync } from 'node:fs'
import { join } from 'node:path'
import { pictureName } from '../../../../copy/markdown/text-pictures.ts'
import type { MailPicture } from '../../mail.ts'
import { PHOTO } from '../drafts.ts'
import { jpegOf, jpegOfSite } from './jpeg.ts'
import { describedPictures, masterOf } from './site-pictures.ts'

const OWN_FILE = /^(?![a-z]+:|\/).+\.(jpe?g|png|webp|avif)$/i

/** A picture of a letter, ready to be embedded. */
interface CalledPicture extends MailPicture {
  /** Description from pictures.yaml; '' for the letter's own picture. */
  description: string
}
/** By URL; 'broken' for a file that is not a picture. */
export type CalledPictures = ReadonlyMap<string, CalledPicture | 'broken'>

/**
 * Reads the pictures of a letter: files next to the letter, or pictures of the site by name, even if no page uses
 * them.
 * @param urls as written in the letter
 * @param folder folder of the letter's file; undefined if it has no file
 * @param photos photos stored with the letter, referred to by name
 * @returns pictures by URL; 'broken' for a file that is not a picture; unknown ones are missing
 */
export async function readPictures(
  urls: Iterable<string>,
  folder: string | undefined,
  photos: readonly MailPicture[] = [],
): Promise<CalledPictures> {
  const descriptions = describedPictures()
  const found = new Map<string, CalledPicture | 'broken'>()
  for (const url of new Set(urls)) {
    const photo = photos.find((each) => each.name === url)
    if (photo) {
      found.set(url, { ...photo, description: '' })
      continue
    }
    const name = pictureName(url)
    const own = folder !== undefined && OWN_FILE.test(url) ? join(folder, decoded(url)) : ''
    const isOwn = statSync(own, { throwIfNoEntry: false })?.isFile() === true
    const file = isOwn ? own : descriptions[name] === undefined ? undefined : masterOf(name)
    if (!file) continue
    const jpeg = await (isOwn ? jpegOf(file) : jpegOfSite(file)).catch(() => undefined)
    // File names may contain characters that a cid: URL cannot.
    const called = {
      name: isOwn ? `${PHOTO}${found.size + 1}` : name,
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
