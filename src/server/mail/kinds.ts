import type { WrittenMail } from './mail.ts'
import type { Dispatch, Message } from './message.ts'

/**
 * The kinds of e-mails that wait in the outbox, in the order in which they leave (decisions, «E-mail»): the smallest
 * place first, and within one place what is due longest. To add one: its text in src/content/emails, a record here, a
 * writer in writers.ts, and `outbox.add({ kind, … })` in the transaction that causes it.
 */
export const KINDS = [
  { name: 'sign-in', label: 'entrée au bureau', place: 1, isHouse: true },
  { name: 'reply', label: 'réponse', place: 2, isHouse: true },
  { name: 'lead', label: 'demande', place: 3, isHouse: true, together: 'house' },
  { name: 'handed', label: 'demande confiée', place: 3, isHouse: true },
  { name: 'morning', label: 'message du matin', place: 4, isHouse: true },
  { name: 'withdrawal', label: 'rétractation', place: 5, together: 'mailbox' },
  { name: 'acknowledgement', label: 'accusé', place: 6, isCapped: true },
  { name: 'confirmation', label: 'confirmation', place: 6, isCapped: true },
  { name: 'welcome', label: 'bienvenue', place: 6, isCapped: true },
  { name: 'letter', label: 'lettre', place: 7 },
] as const satisfies readonly Kind[]

/** A kind of e-mail. */
export interface Kind {
  /** Value of outbox.kind; must not change once rows exist. */
  name: string
  /** French name for people. */
  label: string
  place: number
  /** To or from the house: may use its fifth of the hour. */
  isHouse?: boolean
  /** Caused by a stranger's entry, to an address that nobody has proven: held above the caps of a day. */
  isCapped?: boolean
  /**
   * How several leave as one. 'house': above 20 an hour, once a quarter of an hour. 'mailbox': after one to a mailbox,
   * the next ones an hour later.
   */
  together?: 'house' | 'mailbox'
}

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

export type Writers = Readonly<Record<KindName, Writer>>

/** Returns the kind with a name; undefined for one that an earlier version queued. */
export function kindNamed(name: string): Kind | undefined {
  return KINDS.find((kind) => kind.name === name)
}

/** Returns the label of a kind, or its name if it is of an earlier version. */
export function labelOf(name: string): string {
  return kindNamed(name)?.label ?? name
}
