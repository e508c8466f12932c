import { randomUUID } from 'node:crypto'
import { bareAddress } from '../config.ts'

/** A picture that an e-mail carries, called cid:<name> in its HTML. */
export interface MailPicture {
  name: string
  jpeg: Buffer
}

/** Subject and both texts of an e-mail. */
export interface Email {
  subject: string
  text: string
  html: string
  /** Pictures that the HTML shows. */
  pictures?: readonly MailPicture[]
}

/** An e-mail ready to go. */
export interface Mail extends Email {
  messageId: string
  /** Bare addresses. */
  to: readonly string[]
  /** Name of the sender, before the address of MAIL_FROM; the name in MAIL_FROM where it is missing. */
  fromName?: string
  /** Bare address that answers go to; none where it is that of MAIL_FROM. */
  replyTo?: string
  headers: Record<string, string>
}

/** A Message-ID, without brackets, that was never used. @param from MAIL_FROM, whose domain it has */
export function newMessageId(from: string): string {
  return `${randomUUID()}@${bareAddress(from).split('@').at(-1)}`
}

/** A program's message, which is no answer to anything (RFC 3834 §5). */
export const GENERATED = { 'Auto-Submitted': 'auto-generated' }
/** Machines do not answer what a machine wrote. */
export const AUTOMATIC = { ...GENERATED, 'X-Auto-Response-Suppress': 'All' }
/** Headers by which one click in the mail program itself unsubscribes (RFC 8058 §3). */
export const oneClick = (leave: string) => ({
  'List-Unsubscribe': `<${leave}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
