import { formNamed } from '../../forms/index.ts'
import type { Database } from '../database/database.ts'
import type { Mail } from '../mail/compose.ts'
import type { Message } from '../mail/outbox.ts'
import type { Consent } from '../privacy/consent.ts'
import type { HashEmail } from '../privacy/email-hash.ts'
import type { Objections } from '../privacy/objections.ts'
import { letterMail } from './letter-mail.ts'
import { goingTexts, picturesOf } from './letter-rows.ts'
import { isWritable } from './recipients.ts'

interface Surroundings {
  objections: Objections
  hash: HashEmail
  /** Address of the house that answers reach; '' where it is not known. */
  replyTo: string
  siteUrl: string
}

/** A token of a link has so many characters of base64url: see TOKEN in consent.ts. */
const TOKEN_LENGTH = 32

/** Writes the message of a letter to one recipient; undefined where the letter or the sign-up has ended meanwhile. */
export function createLetterComposer(db: Database, consent: Consent, surroundings: Surroundings) {
  const { objections, hash, replyTo, siteUrl } = surroundings
  return ({ messageId, letter, form: name, reference, recipient }: Message): Mail | undefined => {
    const form = formNamed(name)
    const texts = letter === null ? undefined : goingTexts(db, letter)
    if (!texts || letter === null || !form || recipient === null) return undefined
    if (!isWritable(db, form, reference) || objections.has(recipient)) return undefined
    // The same for every letter to this address, so that a link is stored once for each sign-up and stays good.
    const token = hash(`${name} ${reference} ${recipient}`).slice(0, TOKEN_LENGTH)
    consent.keepToken(token, 'unsubscribe', form, reference)
    const leave = `${siteUrl}/desinscription/${token}`
    return {
      ...letterMail(texts, picturesOf(db, letter), { siteUrl, replyTo, list: name, leave }),
      messageId,
      to: [recipient],
    }
  }
}
