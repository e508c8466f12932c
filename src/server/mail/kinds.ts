import { KINDS, type Kind } from '../../model/email-kinds.ts'
import type { Clock } from '../clock.ts'
import type { MailConfig } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { Promises } from '../leads/deadline.ts'
import type { KeyedHash } from '../people/keyed-hash.ts'
import type { WrittenMail } from './mail.ts'
import type { Dispatch, Message } from './message.ts'
import type { Emails } from './text/emails.ts'

export type KindName = (typeof KINDS)[number]['name']

/** Writes the e-mails of a kind when they are sent. */
export interface Writer {
  /** Undefined if what the messages speak of is gone, such as after an erasure: they are then deleted. */
  write(dispatch: Dispatch): WrittenMail | undefined
  /** Called after a message was accepted by the mail server. */
  onSent?(message: Message): void
  /**
   * Called when a message was refused for good or given up.
   * @param byAddress true if the mail server refused the address itself
   */
  onFailed?(message: Message, byAddress: boolean): void
}

/** By the name of their kind; a kind of an earlier version has none, and its messages are deleted. */
export type Writers = Readonly<Record<KindName, Writer> & Record<string, Writer | undefined>>

/** What the writers of all kinds need. */
export interface WriterNeeds {
  db: Database
  clock: Clock
  hash: KeyedHash
  siteUrl: string
  emails: Emails
  /** Promised times of an answer and a refund. */
  promises: Promises
  /** Recipients of notices. */
  mail: Pick<MailConfig, 'to' | 'toByForm'>
  /** Bare address of the house, to which people answer. */
  house: string
}

/** Returns the kind with a name; undefined for one that an earlier version queued. */
export function kindNamed(name: string): Kind | undefined {
  return KINDS.find((kind) => kind.name === name)
}

/** Returns the label of a kind, or its name if it is of an earlier version. */
export function labelOf(name: string): string {
  return kindNamed(name)?.label ?? name
}
