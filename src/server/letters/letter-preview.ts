import type { LetterPicture } from './letter-rows.ts'

/** The HTML of a letter with its pictures inside, for a look at it without a mail program. */
export function withPictures(html: string, pictures: readonly LetterPicture[]): string {
  return pictures.reduce(
    (whole, { name, jpeg }) =>
      whole.replaceAll(`"cid:${name}"`, `"data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}"`),
    html,
  )
}
