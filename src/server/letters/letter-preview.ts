import type { MailPicture } from '../outbox/mail.ts'

/** Pictures that a letter shows at most, one and the same counted each time. */
export const PICTURES_SHOWN_MAX = 20

/**
 * The HTML of a letter with its pictures inside, for a look at it without a mail program. Each place holds a copy of its
 * picture, so that those above the number that a letter may show stay empty.
 */
export function withPictures(html: string, pictures: readonly MailPicture[]): string {
  const sources = new Map(
    pictures.map(({ name, jpeg }) => [name, `"data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}"`]),
  )
  let shown = 0
  return html.replace(/"cid:([^"]+)"/g, (place, name: string) => {
    const source = sources.get(name)
    if (!source || shown >= PICTURES_SHOWN_MAX) return place
    shown += 1
    return source
  })
}
