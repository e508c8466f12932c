import type { Form } from '../../../forms/form.ts'

/** A lead as its e-mails need it. */
export interface Announced {
  form: Form
  reference: string
  email: string
  /** True while it is suspected: its e-mails are held. */
  suspected?: boolean
  /** True for somebody whose former sign-up has ended: the links of earlier messages do nothing any more. */
  anew?: boolean
  /** Address of the visitor's connection, for the shares of networks; never stored. */
  address?: string | undefined
}

/** Is told what happens to leads, inside the transaction that does it, so that their e-mails are queued or nothing is. */
export interface Announcer {
  submitted(lead: Announced): void
  /** A list address was entered again: its first message may be lost. */
  askedAgain(lead: Announced): void
  /** A list address was confirmed, or was entered again while it is. */
  confirmed(lead: Announced): void
}
