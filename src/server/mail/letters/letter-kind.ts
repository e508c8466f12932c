import { formNamed } from '../../../forms/index.ts'
import { createUnsubscribeLinks } from '../../leads/lists/consent.ts'
import { isWritable, noteRefusal } from '../../leads/lists/sign-ups.ts'
import { createObjections } from '../../people/objections.ts'
import type { Writer, WriterNeeds } from '../kinds.ts'
import { AUTOMATIC, oneClick, type WrittenMail } from '../mail.ts'
import { type LetterTexts, UNSUBSCRIBE_PATH } from './letter.ts'
import { notStoppedLetter } from './letter-rows.ts'

/** Returns the writer of the messages of letters. */
export function letterWriter({ db, hash, clock, siteUrl, house }: WriterNeeds): Writer {
  const objections = createObjections(db, hash, clock)
  const unsubscribeLink = createUnsubscribeLinks(db, hash, clock, siteUrl)
  return {
    /** Returns undefined if the letter was stopped or the sign-up has ended. */
    write({ messages: [{ letter, form: list, reference, recipient, created_at }] }) {
      const form = formNamed(list)
      const texts = letter === null ? undefined : notStoppedLetter(db, letter)
      if (!texts || !form || recipient === null) return undefined
      if (!isWritable(db, form, reference, created_at)) return undefined
      // An exception makes the sender retry later.
      if (!objections.isReadable()) throw new Error('the objections were hashed with another key')
      if (objections.has(recipient)) return undefined
      const leave = unsubscribeLink({ form: form.name, reference })
      return { ...letterMail(texts, { siteUrl, replyTo: house, list, leave }), to: [recipient] }
    },
    onFailed({ form: list, reference }, byAddress) {
      const form = formNamed(list)
      if (form && byAddress) noteRefusal(db, form, reference)
    },
  }
}

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
  { siteUrl, replyTo, list, leave = siteUrl + UNSUBSCRIBE_PATH }: Addressing,
): Omit<WrittenMail, 'to'> {
  const withLink = (words: string) => words.replaceAll(siteUrl + UNSUBSCRIBE_PATH, leave)
  return {
    subject,
    html: withLink(html),
    text: withLink(text),
    replyTo,
    // The list is named for the filters of mail programs (RFC 2919).
    headers: { ...AUTOMATIC, 'List-Id': `<${list}.${new URL(siteUrl).hostname}>`, ...oneClick(leave) },
  }
}
