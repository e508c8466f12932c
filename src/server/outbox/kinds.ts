import type { Mail } from './mail.ts'
import type { Share } from './network-shares.ts'
import type { Dispatch, Message } from './outbox.ts'
import type { StreamName } from './streams.ts'

/**
 * A kind of message. The outbox knows nothing else of it: the room that owns a kind describes it in one record and gives
 * that to src/server/all-kinds.ts, which hands all of them over. To add a kind:
 *
 * 1. write its words in src/content/emails and say in src/content.needs.ts what it is filled with;
 * 2. add a record to the room's list (`messageKinds`, `letterKinds`, `deskKinds`); no migration is needed;
 * 3. queue it with `outbox.add({ kind: '…', … })` in the transaction that causes it. It gives the number of the message, by
 *    which a table of the room's own can keep what the message says: the outbox itself keeps no text.
 */
export interface MessageKind {
  /** As the rows of the outbox keep it; it never changes once there are any. */
  name: string
  /** What people call such a message, such as «accusé». */
  label: string
  /** Whose part of the hour it takes. */
  stream: StreamName
  /** Place in the order of all kinds: the smaller goes first, and of one place what is due for longest. */
  place: number
  /** How several of them become one e-mail; every one goes by itself where this is missing. */
  gathers?: Gathering
  /**
   * Writes the e-mail when it goes, from what the messages speak of; undefined when there is nothing to write any more,
   * as after an erasure: the messages are then removed.
   */
  write(dispatch: Dispatch): Mail | undefined
  /**
   * Called when a message will not arrive: it was refused for good, or given up.
   * @param byAddress true where the mail server refused its recipient
   */
  onFailed?(message: Message, byAddress: boolean): void
}

/** How several messages of a kind become one e-mail. */
export type Gathering =
  /** Those to one mailbox that come within a time after the last one that went to it wait, and go together after it. */
  | { by: 'mailbox'; pauseMs: number; most: number }
  /**
   * Those to the house go together every so often: all above a number of single ones in an hour, and those of a network
   * beyond its share at once.
   */
  | {
      by: 'house'
      alonePerHour: number
      alonePerNetwork: Share
      everyMs: number
      /** Names of the forms whose messages go to the same addresses as those of the given one, itself included. */
      formsLike: (form: string) => readonly string[]
    }

/** What people call the messages of a kind; its name where no room knows it any more. */
export function labelOf(kinds: readonly MessageKind[], name: string): string {
  return kinds.find((kind) => kind.name === name)?.label ?? name
}

/** Writes a dispatch as its kind has it; undefined for a kind that no room knows. */
export function createComposer(kinds: readonly MessageKind[]): (dispatch: Dispatch) => Mail | undefined {
  return (dispatch) => kinds.find(({ name }) => name === dispatch.messages[0].kind)?.write(dispatch)
}
