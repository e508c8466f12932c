import type { Form } from '../../../forms/form.ts'

/** Message about a lead: to the house, or to the person. */
export type LeadMessage = 'lead' | 'acknowledgement' | 'withdrawal' | 'confirmation' | 'welcome'

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
 * Queues a message about a lead. Called in the transaction that changes the lead, so that both or neither are
 * committed. Undefined if no e-mail is sent.
 */
export type QueueMessage = ((message: LeadMessage, lead: Announced) => void) | undefined
