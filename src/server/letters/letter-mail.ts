import { AUTOMATIC, type Mail, oneClick } from '../mail/compose.ts'
import type { LetterPicture, LetterTexts } from './letter-rows.ts'
import { unsubscribePlace } from './unsubscribe-place.ts'

interface Addressing {
  siteUrl: string
  replyTo: string
  /** Name of the list's form. */
  list: string
  /** Link that unsubscribes; undefined for a trial, whose link leads to a page that knows it not. */
  leave?: string
}

/** A letter with its headers; a trial has the place of the link in the text and no header that a program would call. */
export function letterMail(
  { subject, html, text }: LetterTexts,
  pictures: readonly LetterPicture[],
  { siteUrl, replyTo, list, leave }: Addressing,
): Omit<Mail, 'messageId' | 'to'> {
  const place = unsubscribePlace(siteUrl)
  const withLink = (words: string) => (leave ? words.replaceAll(place, leave) : words)
  return {
    subject,
    html: withLink(html),
    text: withLink(text),
    pictures,
    ...(replyTo && { replyTo }),
    headers: {
      ...AUTOMATIC,
      // Which list it is, for the rules of a mail program (RFC 2919).
      'List-Id': `<${list}.${new URL(siteUrl).hostname}>`,
      ...(leave && oneClick(leave)),
    },
  }
}
