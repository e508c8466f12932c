import type { Mail, WrittenMail } from './mail.ts'
import { type Dispatch, type Message, messageIdOf } from './outbox.ts'
import type { StreamName } from './streams.ts'

/**
 * A kind of message. Each module describes its kinds in a list of such records, which src/server/all-kinds.ts passes
 * to the outbox. To add a kind:
 *
 * 1. write its text in src/content/emails and list its placeholders in src/content.needs.ts;
 * 2. add a record to the module's list (`messageKinds`, `deskKinds`); no migration is needed;
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

/** How several messages of a kind are combined into one e-mail. */
export type Combining =
  /** After one message to a mailbox, further ones wait for `pauseMs`; then up to `most` are sent together. */
  | { by: 'mailbox'; pauseMs: number; most: number }
  /**
   * Messages to MAIL_TO are combined every `everyMs` if they exceed `alonePerHour` single ones an hour, or if their
   * network exceeds its share.
   */
  | {
      by: 'staff'
      alonePerHour: number
      /** Uses one of the single ones of a visitor's network; false if it has none left. */
      takeNetworkShare: (address?: string) => boolean
      everyMs: number
      /** Names of all forms with the same recipients as the given one, including itself. */
      formsLike: (form: string) => readonly string[]
    }

/** Returns the label of a kind, or its name if no module registers it any more. */
export function labelOf(kinds: readonly MessageKind[], name: string): string {
  return kinds.find((kind) => kind.name === name)?.label ?? name
}

/** Writes the e-mail of a dispatch; undefined for an unregistered kind. */
export function createComposer(kinds: readonly MessageKind[]): (dispatch: Dispatch) => Mail | undefined {
  return (dispatch) => {
    const written = kinds.find(({ name }) => name === dispatch.messages[0].kind)?.write(dispatch)
    return written && { ...written, messageId: messageIdOf(dispatch) }
  }
}
