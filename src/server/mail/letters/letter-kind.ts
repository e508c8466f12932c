import { formNamed } from '../../../forms/index.ts'
import { createUnsubscribeLinks } from '../../leads/lists/consent.ts'
import { isWritable, noteRefusal } from '../../leads/lists/sign-ups.ts'
import { createObjections } from '../../people/objections.ts'
import type { Writer } from '../kinds.ts'
import type { WriterNeeds } from '../writers.ts'
import { letterMail } from './letter-mail.ts'
import { notStoppedLetter } from './letter-rows.ts'

/** Returns the writer of the messages of letters. */
export function letterWriter({ db, hash, clock, siteUrl, house }: WriterNeeds): Writer {
  const objections = createObjections(db, hash, clock)
  // The link was stored when the message was queued.
  const unsubscribeLink = createUnsubscribeLinks(db, hash, clock, siteUrl)
  return {
    /** Returns undefined if the letter was stopped or the sign-up has ended. */
    write({ messages: [{ letter, form: name, reference, recipient }] }) {
      const form = formNamed(name)
      const content = letter === null ? undefined : notStoppedLetter(db, letter)
      if (!content || !form || recipient === null) return undefined
      if (!isWritable(db, form, reference)) return undefined
      // An exception makes the sender retry later.
      if (!objections.isReadable()) throw new Error('the objections were hashed with another key')
      if (objections.has(recipient)) return undefined
      const leave = unsubscribeLink({ form: form.name, reference })
      const addressing = { siteUrl, replyTo: house, list: name, leave }
      return { ...letterMail(content.texts, content.pictures, addressing), to: [recipient] }
    },
    onFailed({ form: name, reference }, byAddress) {
      const form = formNamed(name)
      if (form && byAddress) noteRefusal(db, form, reference)
    },
  }
}
