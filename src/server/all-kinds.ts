import { deskKinds, deskWriters } from './desk/desk-kinds.ts'
import type { MessageKind, Writer } from './mail/kinds.ts'
import { createLetterDrafts } from './mail/letters/drafts.ts'
import { letterKind, letterWriter } from './mail/letters/letter-kind.ts'
import { type MessageNeeds, messageKinds, messageWriters } from './mail/message-kinds.ts'

/** The kinds of messages of all modules. */
export const KINDS: readonly MessageKind[] = [...deskKinds, ...messageKinds, letterKind]

/** Returns the writers of all kinds, by name. */
export function createWriters(needs: Omit<MessageNeeds, 'plannedLetters'>): Readonly<Record<string, Writer>> {
  const plannedLetters = () =>
    createLetterDrafts(needs.db, needs.clock)
      .all()
      .flatMap(({ subject, sendsAt }) => (sendsAt ? [{ subject, at: sendsAt }] : []))
  const ofMessages = messageWriters({ ...needs, plannedLetters })
  return { ...deskWriters(needs), ...ofMessages, [letterKind.name]: letterWriter(needs) }
}
