import type { WrittenMail } from './mail.ts'
import type { Dispatch, Message } from './outbox.ts'
import type { StreamName } from './streams.ts'

/**
 * A kind of message. Each module lists its kinds, which src/server/all-kinds.ts collects, and has a writer for each. To
 * add a kind:
 *
 * 1. write its text in src/content/emails and list its placeholders in src/model/needs.ts;
 * 2. add a record to the module's list and a writer (`messageKinds` and `messageWriters`, `deskKinds` and
 *    `deskWriters`); no migration is needed;
 * 3. queue it with `outbox.add({ kind: '…', … })` in the transaction that causes it. `add` returns the Message-ID,
 *    under which the module can store a text in its own table, because the outbox stores none.
 */
export interface MessageKind {
  /** Value of outbox.kind; must not change once rows exist. */
  name: string
  /** French name for people, such as «accusé». */
  label: string
  /** Stream whose hourly share it uses. */
  stream: StreamName
  /** Priority: smaller goes first; within one place, the message due longest goes first. */
  place: number
  /** How several messages are combined into one e-mail; if missing, each is sent alone. */
  gathers?: Combining
}

/** Writes the e-mails of a kind. */
export interface Writer {
  /**
   * Writes the e-mail at sending time from the data the messages refer to. Returns undefined when that data is gone,
   * such as after an erasure; the messages are then deleted.
   */
  write(dispatch: Dispatch): WrittenMail | undefined
  /**
   * Called when a message was rejected permanently or given up.
   * @param byAddress true if the mail server rejected the recipient
   */
  onFailed?(message: Message, byAddress: boolean): void
}

/** One writer for each kind, by its name. */
export type WritersOf<Kinds extends readonly MessageKind[]> = Readonly<Record<Kinds[number]['name'], Writer>>

/** How several messages of a kind are combined into one e-mail. */
export type Combining =
  /** After one message to a mailbox, further ones wait for `pauseMs`; then up to `most` are sent together. */
  | { by: 'mailbox'; pauseMs: number; most: number }
  /**
   * Messages to MAIL_TO are combined every `everyMs` if they exceed `alonePerHour` single ones an hour, or if their
   * network exceeds its share.
   */
  | { by: 'staff'; alonePerHour: number; everyMs: number }

/** Returns the label of a kind, or its name if no module registers it any more. */
export function labelOf(kinds: readonly MessageKind[], name: string): string {
  return kinds.find((kind) => kind.name === name)?.label ?? name
}
