import { AUTOMATIC, type MailPicture, oneClick, type WrittenMail } from '../mail.ts'
import type { LetterTexts } from './letter-rows.ts'

interface Addressing {
  siteUrl: string
  replyTo: string
  /** Name of the list's form. */
  list: string
  /** Unsubscribe link; undefined for a test, whose link leads to an explanatory page. */
  leave?: string
}

/** Returns a letter with its headers. A test has all of them, so that the mail program behaves as for readers. */
export function letterMail(
  { subject, html, text }: LetterTexts,
  pictures: readonly MailPicture[],
  { siteUrl, replyTo, list, leave = siteUrl + UNSUBSCRIBE_PATH }: Addressing,
): Omit<WrittenMail, 'to'> {
  const place = siteUrl + UNSUBSCRIBE_PATH
  const withLink = (words: string) => words.replaceAll(place, leave)
  return {
    subject,
    html: withLink(html),
    text: withLink(text),
    pictures,
    ...(replyTo && { replyTo }),
    headers: {
      ...AUTOMATIC,
      // Identifies the list for filters of mail programs (RFC 2919).
      'List-Id': `<${list}.${new URL(siteUrl).hostname}>`,
      ...oneClick(leave),
    },
  }
}

/** Used in place of a token; real tokens are longer. */
export const TRIAL_TOKEN = 'lien-personnel'
/**
 * Path of the URL that a stored letter contains in place of each recipient's own link. A test e-mail keeps this URL:
 * it leads to an explanatory page, and one-click unsubscribe with it ends no sign-up.
 */
export const UNSUBSCRIBE_PATH = `/desinscription/${TRIAL_TOKEN}`
