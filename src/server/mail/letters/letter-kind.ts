import { formNamed } from '../../../forms/index.ts'
import { createUnsubscribeLinks } from '../../leads/lists/consent.ts'
import { isWritable, noteRefusal } from '../../leads/lists/sign-ups.ts'
import { createObjections } from '../../people/objections.ts'
import type { MessageKind, Writer } from '../kinds.ts'
import type { WriterNeeds } from '../message-kinds.ts'
import { letterMail } from './letter-mail.ts'
import { notStoppedLetter } from './letter-rows.ts'

/** The kind of message for letters: last in order, and sent from the unused part of the hourly budget. */
export const letterKind: MessageKind = { name: 'letter', label: 'lettre', stream: 'mailings', place: 90 }

/** Returns the writer of `letterKind`. */
export function letterWriter({ db, hash, clock, siteUrl, messages }: WriterNeeds): Writer {
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
      const addressing = { siteUrl, replyTo: messages.facts.email ?? '', list: name, leave }
      return { ...letterMail(content.texts, content.pictures, addressing), to: [recipient] }
    },
    onFailed({ form: name, reference }, byAddress) {
      const form = formNamed(name)
      if (form && byAddress) noteRefusal(db, form, reference)
    },
  }
}
