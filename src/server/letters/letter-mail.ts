import { AUTOMATIC, type Mail, type MailPicture, oneClick } from '../outbox/mail.ts'
import type { LetterTexts } from './letter-rows.ts'
import { unsubscribePlace } from './unsubscribe-place.ts'

interface Addressing {
  siteUrl: string
  replyTo: string
  /** Name of the list's form. */
  list: string
  /** Link that unsubscribes; undefined for a trial, whose link leads to a page that says what it is. */
  leave?: string
}

/** A letter with its headers. A trial has all of them too, so that the mail program offers what it will offer readers. */
export function letterMail(
  { subject, html, text }: LetterTexts,
  pictures: readonly MailPicture[],
  { siteUrl, replyTo, list, leave = unsubscribePlace(siteUrl) }: Addressing,
): Omit<Mail, 'messageId' | 'to'> {
  const place = unsubscribePlace(siteUrl)
  const withLink = (words: string) => words.replaceAll(place, leave)
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
      ...oneClick(leave),
    },
  }
}
