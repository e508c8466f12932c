import { statSync } from 'node:fs'
import { join } from 'node:path'
import { pictureName } from '../../../copy/markdown/text-pictures.ts'
import type { MailPicture } from '../../outbox/mail.ts'
import { PHOTO } from '../drafts.ts'
import { jpegOf, jpegOfSite } from './jpeg.ts'
import { describedPictures, masterOf } from './site-pictures.ts'

const OWN_FILE = /^(?![a-z]+:|\/).+\.(jpe?g|png|webp|avif)$/i

/** A picture that a text calls, as its messages carry it. */
interface CalledPicture extends MailPicture {
  /** What pictures.yaml says of it; '' for a picture of the letter's own. */
  description: string
}
/** By address; 'broken' for a file that is no picture. */
export type CalledPictures = ReadonlyMap<string, CalledPicture | 'broken'>

/**
 * Reads the pictures that a letter calls: a file that lies beside the letter, or a picture of the site by its name,
 * whether a page shows it or not.
 * @param urls as the letter writes them
 * @param folder of the letter's file; undefined for a letter that is in no file
 * @param photos that are kept with the letter, called by their names
 * @returns by address; 'broken' for a file that is no picture, nothing for what is not there
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
    // The name of a file of somebody's own may hold signs that an address cannot.
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
