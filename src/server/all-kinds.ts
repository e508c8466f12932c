import { type MailConfig, recipientsOf } from './config.ts'
import { deskKinds } from './desk/desk-kinds.ts'
import { createLetterDrafts } from './letters/drafts.ts'
import { letterKind } from './letters/letter-kind.ts'
import { type KindNeeds, messageKinds } from './messages/message-kinds.ts'
import type { FailingPart } from './messages/text/blocks.ts'
import { type Messages, readMessages } from './messages/text/messages.ts'
import type { MessageKind } from './outbox/kinds.ts'

interface Surroundings extends Pick<KindNeeds, 'db' | 'clock' | 'hash' | 'siteUrl'> {
  /** Undefined if no e-mail is sent; queued messages are then listed but not composed. */
  mail: Pick<MailConfig, 'to' | 'toByForm'> | undefined
  /** Returns the parts of the installation that need attention, for the weekly summary. */
  failing?: () => readonly FailingPart[]
}

/** Returns the kinds of messages of all modules. Reads the texts when the first message is written. */
export function openKinds({ mail, failing = () => [], ...given }: Surroundings): MessageKind[] {
  const { db, clock, siteUrl } = given
  let read: Messages | undefined
  const messages = () => {
    read ??= readMessages(siteUrl, clock)
    return read
  }
  const needs = {
    ...given,
    messages,
    recipientsOf: (form: string) => recipientsOf(mail ?? { to: [], toByForm: {} }, form),
  }
  const plannedLetters = () =>
    createLetterDrafts(db, clock)
      .all()
      .flatMap(({ subject, sendsAt }) => (sendsAt ? [{ subject, at: sendsAt }] : []))
  return [...deskKinds(needs), ...messageKinds({ ...needs, failing, plannedLetters }), letterKind(needs)]
}
