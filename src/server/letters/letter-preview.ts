import type { MailPicture } from '../outbox/mail.ts'

/** The HTML of a letter with its pictures inside, for a look at it without a mail program. */
export function withPictures(html: string, pictures: readonly MailPicture[]): string {
  return html.replace(/"cid:([^"]+)"/g, (place, name: string) => {
    const picture = pictures.find((each) => each.name === name)
    return picture ? `"data:image/jpeg;base64,${Buffer.from(picture.jpeg).toString('base64')}"` : place
  })
}
