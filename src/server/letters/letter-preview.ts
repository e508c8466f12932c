import type { MailPicture } from '../outbox/mail.ts'

/** Embeds the pictures of a letter into its HTML, for a preview without a mail program. */
export function withPictures(html: string, pictures: readonly MailPicture[]): string {
  return html.replace(/"cid:([^"]+)"/g, (place, name: string) => {
    const picture = pictures.find((each) => each.name === name)
    return picture ? `"data:image/jpeg;base64,${Buffer.from(picture.jpeg).toString('base64')}"` : place
  })
}
