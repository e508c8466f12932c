import MailComposer from 'nodemailer/lib/mail-composer'
import { bareAddress, type MailConfig } from '../config.ts'
import { type Mail, newMessageId } from './mail.ts'
import { openSession, SmtpError, type SmtpSession, smtpServer, TIMEOUTS, type Timeouts } from './smtp-session.ts'

export type Transport = ReturnType<typeof createTransport>

/** Whom a failed delivery concerns: every message, this one for now, or this one for good. */
export type Fault = 'server' | 'message' | 'refused'

/** After so many e-mails a new connection is opened: many mail servers take no more over one. */
const MAILS_PER_CONNECTION = 100

/**
 * Hands e-mails to the mail server by SMTP, one after the other. The connection stays open for the next e-mail until somebody
 * closes it or something fails.
 */
export function createTransport(smtpUrl: string, from: string, timeouts: Timeouts = TIMEOUTS) {
  const server = smtpServer(smtpUrl)
  let kept: { session: SmtpSession; mails: number } | undefined

  /**
   * Hands over one e-mail; rejects with SmtpError when it was not taken.
   * @returns what the mail server said of the recipients that it refused while it took the e-mail for others; '' for none
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
      if (!isUsed || !(error instanceof SmtpError) || !isWeary(error)) throw error
      return await handOver(envelope, raw)
    }
  }

  async function handOver(envelope: { from: string; to: string[] }, raw: Buffer): Promise<string> {
    kept ??= { session: await openSession(server, timeouts), mails: 0 }
    kept.mails += 1
    const { refused, reason } = await kept.session.send(envelope, raw)
    return refused.length > 0 ? `${refused.join(', ')} : ${reason}` : ''
  }

  /** Says goodbye to the mail server. The next e-mail opens a new connection. */
  function close(): void {
    kept?.session.close()
    kept = undefined
  }

  return { deliver, close }
}

/**
 * True where a mail server has had enough of a connection rather than of an e-mail: it ended the connection before the
 * text, or takes no further sender for now.
 */
export function isWeary({ step, status = 0, uncertain }: SmtpError): boolean {
  return !uncertain && (status === 0 || status === 421 || (step === 'sender' && status < 500))
}

/** Sends one e-mail over a connection of its own. Throws SmtpError. */
export async function deliverOnce(
  { smtpUrl, from }: Pick<MailConfig, 'smtpUrl' | 'from'>,
  mail: Omit<Mail, 'messageId'>,
): Promise<void> {
  const { deliver, close } = createTransport(smtpUrl, from)
  try {
    await deliver({ ...mail, messageId: newMessageId(from) })
  } finally {
    close()
  }
}

/** The e-mail as it crosses the line. Addresses are objects, so that no part of one is read as a second recipient. */
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

/** The enhanced status of a 5xx without its class (RFC 3463): «1.1» of «550 5.1.1 no such user». */
const ENHANCED = /\b5\d\d[ -]5\.(\d+\.\d+)/

/**
 * What concerns every message: a closed door, TLS that fails, a wrong password, a sender that is not accepted. A 5xx for
 * the recipient or the text is for good (RFC 5321 §4.2.1) where it speaks of this address or of this text; a quota or
 * a policy of the server is not, nor a 4xx, nor a connection that breaks off in the middle.
 */
export function faultOf({ step, status = 0, detail }: SmtpError): Fault {
  if (step !== 'recipient' && step !== 'message') return 'server'
  const enhanced = ENHANCED.exec(detail)?.[1]
  const isForGood = step === 'recipient' ? isOfAddress(status, enhanced) : status >= 500 && !isOfServer(enhanced)
  return isForGood ? 'refused' : 'message'
}

/** RFC 3463: X.1 and X.2 are the address and its mailbox, X.1.7 and X.1.8 the sender's; X.0 says no more than the status. */
function isOfAddress(status: number, enhanced = '0.0'): boolean {
  return enhanced.startsWith('0.') ? status >= 550 && status <= 553 : /^(1\.(?![78]$)|2\.)/.test(enhanced)
}

/** RFC 3463: X.3 is the mail system, X.4 its network and its limits; X.3.4 alone, a text that is too long, is the text's. */
function isOfServer(enhanced = ''): boolean {
  return /^(3\.(?!4$)|4\.)/.test(enhanced)
}
