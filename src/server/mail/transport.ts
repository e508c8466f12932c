import MailComposer from 'nodemailer/lib/mail-composer'
import { bareAddress, type MailConfig } from '../config.ts'
import { type Mail, newMessageId, type WrittenMail } from './mail.ts'
import { openSession, SmtpError, type SmtpSession, smtpServer, TIMEOUTS, type Timeouts } from './smtp-session.ts'

export type Transport = ReturnType<typeof createTransport>

/** Scope of a failed delivery: every message, this one for now, or this one permanently. */
type FailureScope = 'server' | 'message' | 'refused'

/** E-mails per connection, because many mail servers limit them. */
const MAILS_PER_CONNECTION = 100

/** Sends e-mails by SMTP one at a time. The connection stays open for the next e-mail until close() or a failure. */
export function createTransport(smtpUrl: string, from: string, timeouts: Timeouts = TIMEOUTS) {
  const server = smtpServer(smtpUrl)
  let kept: { session: SmtpSession; mails: number } | undefined

  /**
   * Sends one e-mail; rejects with SmtpError if it was not accepted.
   * @returns the rejected recipients with the server's response if it accepted others; '' if none
   */
  async function deliver(mail: Mail): Promise<string> {
    const envelope = { from: bareAddress(from), to: [...mail.to] }
    const raw = await rawMessage(mail, from)
    if (kept && (!kept.session.isOpen() || kept.mails >= MAILS_PER_CONNECTION)) close()
    const isUsed = kept !== undefined
    try {
      return await handOver(envelope, raw)
    } catch (error) {
      close()
      if (!isUsed || !(error instanceof SmtpError) || !isConnectionRejected(error)) throw error
      return await handOver(envelope, raw)
    }
  }

  async function handOver(envelope: { from: string; to: string[] }, raw: Buffer): Promise<string> {
    kept ??= { session: await openSession(server, timeouts), mails: 0 }
    kept.mails += 1
    const { refused, reason } = await kept.session.send(envelope, raw)
    return refused.length > 0 ? `${refused.join(', ')} : ${reason}` : ''
  }

  /** Ends the session with the mail server. The next e-mail opens a new connection. */
  function close(): void {
    kept?.session.close()
    kept = undefined
  }

  return { deliver, close }
}

/**
 * True if the server rejected the connection rather than the e-mail: it closed the connection before the text, or
 * temporarily accepts no further sender.
 */
export function isConnectionRejected({ step, status = 0, uncertain }: SmtpError): boolean {
  return !uncertain && (status === 0 || status === 421 || (step === 'sender' && status < 500))
}

/** Sends one e-mail over its own connection. Throws SmtpError. */
export async function deliverOnce({ smtpUrl, from }: MailConfig, mail: WrittenMail): Promise<void> {
  const { deliver, close } = createTransport(smtpUrl, from)
  try {
    await deliver({ ...mail, messageId: newMessageId(from) })
  } finally {
    close()
  }
}

/** Builds the MIME text. Addresses are objects, so that no part of one is parsed as a second recipient. */
function rawMessage(mail: Mail, from: string): Promise<Buffer> {
  const { to, fromName, replyTo, subject, text, html, headers, messageId, pictures = [] } = mail
  const person = (address: string) => ({ name: '', address })
  const attachments = pictures.map(({ name, jpeg }) => ({
    cid: name,
    filename: `${name}.jpg`,
    content: jpeg,
    contentType: 'image/jpeg',
    contentDisposition: 'inline' as const,
  }))
  return new MailComposer({
    from: fromName ? { name: fromName, address: bareAddress(from) } : from,
    to: to.map(person),
    ...(replyTo && { replyTo: person(replyTo) }),
    subject,
    text,
    html,
    headers,
    messageId: `<${messageId}>`,
    attachments,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
}

/** Enhanced status code of a 5xx without its class (RFC 3463): «1.1» of «550 5.1.1 no such user». */
const ENHANCED = /\b5\d\d[ -]5\.(\d+\.\d+)/

/**
 * Classifies a failed delivery. Every message is concerned by a failed connection, TLS, login or sender. A 5xx to
 * the recipient or the text is permanent (RFC 5321 §4.2.1) if it concerns this address or text. Temporary: a quota
 * or a policy of the server, a 4xx, a connection lost while sending.
 */
export function faultOf({ step, status = 0, detail }: SmtpError): FailureScope {
  if (step !== 'recipient' && step !== 'message') return 'server'
  const enhanced = ENHANCED.exec(detail)?.[1]
  const isForGood = step === 'recipient' ? isOfAddress(status, enhanced) : status >= 500 && !isOfServer(enhanced)
  return isForGood ? 'refused' : 'message'
}

/** RFC 3463: X.1 and X.2 are the address and its mailbox, X.1.7 and X.1.8 the sender; X.0 adds no information. */
function isOfAddress(status: number, enhanced = '0.0'): boolean {
  return enhanced.startsWith('0.') ? status >= 550 && status <= 553 : /^(1\.(?![78]$)|2\.)/.test(enhanced)
}

/** RFC 3463: X.3 is the mail system, X.4 its network and limits; only X.3.4, message too long, concerns the text. */
function isOfServer(enhanced = ''): boolean {
  return /^(3\.(?!4$)|4\.)/.test(enhanced)
}
