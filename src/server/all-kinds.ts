import { type MailConfig, recipientsOf } from './config.ts'
import { deskKinds, deskWriters } from './desk/desk-kinds.ts'
import { createLetterDrafts } from './letters/drafts.ts'
import { letterKind, letterWriter } from './letters/letter-kind.ts'
import { messageKinds, messageWriters, type WriterNeeds } from './messages/message-kinds.ts'
import type { FailingPart } from './messages/text/blocks.ts'
import type { MessageKind, Writer } from './outbox/kinds.ts'

/** The kinds of messages of all modules. */
export const KINDS: readonly MessageKind[] = [...deskKinds, ...messageKinds, letterKind]

interface Needs extends Omit<WriterNeeds, 'recipientsOf'> {
  mail: Pick<MailConfig, 'to' | 'toByForm'>
  /** Returns the parts of the installation that need attention, for the weekly summary. */
  failing: () => readonly FailingPart[]
}

/** Returns the writers of all kinds, by name. */
export function createWriters({ mail, failing, ...given }: Needs): Readonly<Record<string, Writer>> {
  const needs = { ...given, recipientsOf: (form: string) => recipientsOf(mail, form) }
  const plannedLetters = () =>
    createLetterDrafts(given.db, given.clock)
      .all()
      .flatMap(({ subject, sendsAt }) => (sendsAt ? [{ subject, at: sendsAt }] : []))
  const ofMessages = messageWriters({ ...needs, failing, plannedLetters })
  return { ...deskWriters(needs), ...ofMessages, [letterKind.name]: letterWriter(needs) }
}
