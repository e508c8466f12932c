import { randomUUID } from 'node:crypto'
import { bareAddress } from '../config.ts'
import type { AnswerFile } from '../leads/thread.ts'

/** Subject, plain text and HTML of an e-mail. */
export interface Email {
  subject: string
  text: string
  /** With its pictures in it, as data: URLs: opening it loads nothing from a server. */
  html: string
}

/** An e-mail with its recipients and headers. */
export interface WrittenMail extends Email {
  /** Bare addresses. */
  to: readonly string[]
  /** Sender name in front of the address of MAIL_FROM; if missing, the name in MAIL_FROM. */
  fromName?: string
  /** Files that go with it, without being shown in it. */
  files?: readonly AnswerFile[]
  /** Bare address for replies; if missing, that of MAIL_FROM. */
  replyTo?: string
  headers: Record<string, string>
}

/** An e-mail ready to be sent. */
export type Mail = WrittenMail & { messageId: string }

/** Returns a picture as the HTML of an e-mail contains it. */
export function pictureUrl(jpeg: Buffer): string {
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}

/** Creates a Message-ID without brackets. @param from MAIL_FROM, which provides the domain */
export function newMessageId(from: string): string {
  return `${randomUUID()}@${bareAddress(from).split('@').at(-1)}`
}

/** Marks an e-mail as written by a program and not in response to another message (RFC 3834 §5). */
export const GENERATED = { 'Auto-Submitted': 'auto-generated' }
/** Also asks mail servers to send no automatic replies. */
export const AUTOMATIC = { ...GENERATED, 'X-Auto-Response-Suppress': 'All' }
/** Headers for one-click unsubscribe in the mail program (RFC 8058 §3). */
export const oneClick = (leave: string) => ({
  'List-Unsubscribe': `<${leave}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
