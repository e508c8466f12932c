import { forms } from '../forms/index.ts'
import type { Clock } from './clock.ts'
import { houseOf, type MailConfig } from './config.ts'
import type { Database } from './database/database.ts'
import { createDeskSessions } from './desk/access/sessions.ts'
import { deskKinds } from './desk/desk-kinds.ts'
import { createLeadLinks } from './leads/follow-up/lead-links.ts'
import { createNewToken } from './leads/lists/consent.ts'
import { createUnsubscribeLinks } from './leads/lists/unsubscribe-links.ts'
import { createDrafts } from './letters/drafts.ts'
import { letterKinds } from './letters/letter-kinds.ts'
import { messageKinds } from './messages/message-kinds.ts'
import type { FailingPart } from './messages/text/blocks.ts'
import { createEmails } from './messages/text/emails.ts'
import { createMessages } from './messages/text/messages.ts'
import type { MessageKind } from './outbox/kinds.ts'
import type { HashEmail } from './people/email-hash.ts'
import { createObjections } from './people/objections.ts'
import { systemRandom } from './tokens.ts'

interface KindNeeds {
  db: Database
  clock: Clock
  hash: HashEmail
  siteUrl: string
  /** Undefined where no e-mail is sent: messages that wait are then described, and none is written. */
  mail: Pick<MailConfig, 'to' | 'toByForm'> | undefined
  /** The parts of the installation that need a person; for the message of a Monday. */
  failing?: () => readonly FailingPart[]
}

/** Every kind of message, from the rooms that own them. The texts are read when the first message is written. */
export function openKinds({ db, clock, hash, siteUrl, mail, failing = () => [] }: KindNeeds): MessageKind[] {
  let read: ReturnType<typeof readTexts> | undefined
  const texts = () => {
    read ??= readTexts(siteUrl, clock)
    return read
  }
  const messages = () => texts().messages
  const house = (form: string) => houseOf(mail ?? { to: [], toByForm: {} }, form)
  const formsLike = (form: string) => Object.keys(forms).filter((other) => house(other).join() === house(form).join())
  return [
    ...deskKinds({ db, clock, siteUrl, messages, house, sessions: createDeskSessions(db, clock, systemRandom) }),
    ...messageKinds({
      db,
      siteUrl,
      messages,
      newToken: createNewToken(db, clock, systemRandom),
      leadLinks: createLeadLinks(hash, clock),
      house,
      formsLike,
      failing,
      plannedLetters: () =>
        createDrafts(db, clock)
          .all()
          .flatMap(({ subject, sendsAt }) => (sendsAt ? [{ subject, at: sendsAt }] : [])),
    }),
    ...letterKinds({
      db,
      objections: createObjections(db, hash, clock),
      unsubscribeLink: createUnsubscribeLinks(db, hash, clock, siteUrl),
      replyTo: () => texts().facts.email ?? '',
      siteUrl,
    }),
  ]
}

/** The words of the e-mails, and the facts behind them. Throws where a text is missing. */
export function readTexts(siteUrl: string, clock: Clock) {
  const emails = createEmails(siteUrl)
  return { facts: emails.facts, messages: createMessages(emails, siteUrl, clock) }
}
