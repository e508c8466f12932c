import MailComposer from 'nodemailer/lib/mail-composer'
import type { Mail } from './compose.ts'
import { openSession, type SmtpError, smtpServer, TIMEOUTS, type Timeouts } from './smtp-session.ts'

/**
 * Hands an e-mail to the mail server; rejects with SmtpError when it was not taken.
 * @returns what the mail server said of the recipients that it refused while it took the e-mail for others; '' for none
 */
export type Deliver = (mail: Mail) => Promise<string>

/** Whom a failed delivery concerns: every message, this one for now, or this one for good. */
export type Fault = 'server' | 'message' | 'refused'

/** Sends by SMTP, each e-mail over a connection of its own. */
export function createDeliver(smtpUrl: string, from: string, timeouts: Timeouts = TIMEOUTS): Deliver {
  const server = smtpServer(smtpUrl)
  return async (mail) => {
    const raw = await rawMessage(mail, from)
    const session = await openSession(server, timeouts)
    try {
      const { refused, reason } = await session.send({ from: bareAddress(from), to: [...mail.to] }, raw)
      return refused.length > 0 ? `${refused.join(', ')} : ${reason}` : ''
    } finally {
      session.close()
    }
  }
}

/** The e-mail as it crosses the line. Addresses are objects, so that no part of one is read as a second recipient. */
function rawMessage(mail: Mail, from: string): Promise<Buffer> {
  const { to, replyTo, subject, text, html, headers, messageId, pictures = [] } = mail
  const person = (address: string) => ({ name: '', address })
  return new MailComposer({
    from,
    to: to.map(person),
    ...(replyTo && { replyTo: person(replyTo) }),
    subject,
    text,
    html,
    headers,
    messageId: `<${messageId}>`,
    attachments: pictures.map(({ name, jpeg }) => ({
      cid: name,
      filename: `${name}.jpg`,
      content: jpeg,
      contentType: 'image/jpeg',
      contentDisposition: 'inline',
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
}

/** The address of «Nom <adresse>», or of an address alone. */
export function bareAddress(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()
}

/**
 * What concerns every message: a closed door, TLS that fails, a wrong password, a sender that is not accepted. A 5xx for
 * the recipient or the text is for good (RFC 5321 §4.2.1); a 4xx, and a connection that breaks off in the middle, is not.
 */
export function faultOf({ step, status = 0 }: SmtpError): Fault {
  if (step !== 'recipient' && step !== 'message') return 'server'
  return status >= 500 ? 'refused' : 'message'
}
