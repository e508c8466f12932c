import { createTransport } from 'nodemailer'
import type { Mail } from './compose.ts'

/** Hands an e-mail to the mail server; rejects with Undelivered when it was not taken. */
export type Deliver = (mail: Mail) => Promise<void>

/** Why an e-mail was not taken; says nothing of whom it was for. */
export class Undelivered extends Error {
  /** server: no use in trying another message now; message: this one only, for now; refused: this one, for good. */
  readonly reason: 'server' | 'message' | 'refused'
  /** What the mail server said, for the operator's eyes: it may quote an address. */
  readonly detail: string
  constructor(reason: Undelivered['reason'], summary: string, detail: string) {
    super(summary)
    this.reason = reason
    this.detail = detail
  }
}

export interface Timeouts {
  /** To connect and be greeted, in milliseconds. */
  connectMs: number
  /** Silence in the middle of a conversation, in milliseconds. */
  silenceMs: number
}

const TIMEOUTS: Timeouts = { connectMs: 10_000, silenceMs: 30_000 }

/** Sends by SMTP. An address is given as an object, so that no part of it is ever read as a second recipient. */
export function createDeliver(smtpUrl: string, from: string, timeouts: Timeouts = TIMEOUTS): Deliver {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeouts.connectMs,
    dnsTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    socketTimeout: timeouts.silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async ({ to, replyTo, subject, text, headers, messageId }) => {
    try {
      await transport.sendMail({
        from,
        to: /[<\s]/.test(to) ? to : { name: '', address: to },
        ...(replyTo && { replyTo: { name: '', address: replyTo } }),
        subject,
        text,
        headers,
        messageId: `<${messageId}>`,
      })
    } catch (error) {
      throw undelivered(error as SmtpError)
    }
  }
}

interface SmtpError extends Error {
  code?: string
  command?: string
  responseCode?: number
}

/**
 * A 5xx for the recipient or the text is for good; a 4xx is not (RFC 5321 §4.2.1). A closed door, a wrong password or a
 * sender that is not accepted concerns every message.
 */
function undelivered({ code = 'ERROR', command, responseCode, message }: SmtpError): Undelivered {
  const ofMessage = (code === 'EENVELOPE' && command !== 'MAIL FROM') || code === 'EMESSAGE'
  const reason = !ofMessage ? 'server' : responseCode && responseCode >= 500 ? 'refused' : 'message'
  return new Undelivered(reason, responseCode ? `${code} ${responseCode}` : code, message.replace(/\s+/g, ' '))
}
