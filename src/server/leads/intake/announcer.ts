import type { Form } from '../../../forms/form.ts'

/** Data of a lead that its e-mails need. */
export interface Announced {
  form: Form
  reference: string
  email: string
  /** True if suspected spam; its e-mails are held. */
  suspected?: boolean
  /**
   * True to send a message even after a recent one, because the former sign-up has ended and its links no longer work.
   */
  force?: boolean
  /** IP address of the visitor, for the limits per network; never stored. */
  address?: string | undefined
}

/**
 * Queues the e-mails of leads. Called in the transaction that changes a lead, so that both or neither are committed.
 */
export interface Announcer {
  submitted(lead: Announced): void
  /** An unconfirmed list address was entered again, because its first message may be lost. */
  confirmationRequested(lead: Announced): void
  /** A list address was confirmed, or a confirmed one was entered again. */
  confirmed(lead: Announced): void
}
