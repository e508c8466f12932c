import { formNamed } from '../../forms/index.ts'
import type { Database } from '../database/database.ts'
import type { Mail } from '../mail/compose.ts'
import type { Message } from '../mail/outbox.ts'
import type { Objections } from '../privacy/objections.ts'
import type { UnsubscribeLink } from '../privacy/unsubscribe-links.ts'
import { letterMail } from './letter-mail.ts'
import { createGoingLetters } from './letter-rows.ts'
import { createIsWritable } from './recipients.ts'

interface Surroundings {
  objections: Objections
  /** Stored when the message was queued. */
  unsubscribeLink: UnsubscribeLink
  /** Address of the house that answers reach; '' where it is not known. */
  replyTo: string
  siteUrl: string
}

/** Writes the message of a letter to one recipient; undefined where the letter or the sign-up has ended meanwhile. */
export function createLetterComposer(db: Database, surroundings: Surroundings) {
  const { objections, unsubscribeLink, replyTo, siteUrl } = surroundings
  const contentOf = createGoingLetters(db)
  const isWritable = createIsWritable(db)
  return ({ messageId, letter, form: name, reference, recipient }: Message): Mail | undefined => {
    const form = formNamed(name)
    const content = letter === null ? undefined : contentOf(letter)
    if (!content || !form || recipient === null) return undefined
    if (!isWritable(form, reference) || objections.has(recipient)) return undefined
    const leave = unsubscribeLink(form, reference)
    return {
      ...letterMail(content.texts, content.pictures, { siteUrl, replyTo, list: name, leave }),
      messageId,
      to: [recipient],
    }
  }
}
