import { createTransport as createMailer } from 'nodemailer'
import { bareAddress } from '../config.ts'
import type { Mail } from './mail.ts'

/** Steps of a delivery in order; SmtpError names the one that failed. */
export type Step = 'name' | 'port' | 'tls' | 'login' | 'sender' | 'recipient' | 'message'

/** A failed delivery. The message contains neither recipients nor passwords. */
export class SmtpError extends Error {
  readonly step: Step
  /** Reply code of the server (RFC 5321 §4.2); undefined if it did not respond. */
  readonly status: number | undefined
  /** Text of the server or the system, for the operator only: may contain an e-mail address, but no password. */
  readonly detail: string
  /** True if the e-mail may have arrived nevertheless: the connection broke after its text had begun to be sent. */
  readonly uncertain: boolean
  constructor(step: Step, code: string, status: number | undefined, detail: string, uncertain = false) {
    super(status ? `${code} ${status}` : code)
    this.step = step
    this.status = status
    this.detail = detail
    this.uncertain = uncertain
  }
}

/**
 * Limits for connecting and the greeting, and for silence during a session, in milliseconds. Servers that scan a text may
 * respond after almost a minute; a shorter limit would send it twice.
 */
const TIMEOUTS = { connectMs: 10_000, silenceMs: 90_000 }

/** Many mail servers limit the e-mails of a connection, and close one that is idle. */
const MAILS_PER_CONNECTION = 100
const IDLE_MS = 5000
const PORTS = { plain: 587, secure: 465 }

export type MailServer = ReturnType<typeof mailServer>

/** Parses SMTP_URL or IMAP_URL, already checked by src/server/config.ts. */
export function mailServer(url: string, ports = PORTS) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const secure = /^(smtps|imaps):$/.test(protocol)
  return {
    host,
    /** True for TLS from the first byte (smtps://). */
    secure,
    port: Number(port) || (secure ? ports.secure : ports.plain),
    /** True for this machine, which needs no TLS. */
    local: /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host),
    login: username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : undefined,
  }
}

export type Transport = ReturnType<typeof createTransport>

/** Sends e-mails one at a time over one connection, which stays open for a few seconds. */
export function createTransport(smtpUrl: string, from: string, timeouts = TIMEOUTS) {
  const server = mailServer(smtpUrl)
  /** True once the server has asked for the text of the present e-mail: it may arrive from then on. */
  let textBegun = false
  const noteReply = ({ tnx }: { tnx?: string }, reply: unknown) => {
    textBegun ||= tnx === 'server' && String(reply).startsWith('354')
  }
  const silent = () => undefined
  const mailer = createMailer({
    pool: true,
    maxConnections: 1,
    maxMessages: MAILS_PER_CONNECTION,
    // Only an e-mail of which nothing was sent goes over another connection.
    maxRequeues: 1,
    idleTimeout: IDLE_MS,
    host: server.host,
    port: server.port,
    secure: server.secure,
    requireTLS: !server.local,
    // A server on this machine rarely has a certificate for its name.
    tls: { rejectUnauthorized: !server.local },
    connectionTimeout: timeouts.connectMs,
    dnsTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    socketTimeout: timeouts.silenceMs,
    ...(server.login && { auth: server.login, forceAuth: true }),
    disableFileAccess: true,
    disableUrlAccess: true,
    // The pictures of the HTML: mail programs show no data: URLs.
    attachDataUrls: true,
    // The log of the session is read for that one reply; nothing of it is kept.
    transactionLog: true,
    logger: {
      level: silent,
      trace: silent,
      debug: noteReply,
      info: silent,
      warn: silent,
      error: silent,
      fatal: silent,
    },
  })

  return {
    /**
     * Sends one e-mail; rejects with SmtpError if it was not accepted.
     * @returns the rejected recipients with the server's response if it accepted others; '' if none
     */
    async deliver(mail: Mail): Promise<string> {
      textBegun = false
      try {
        const { rejected, rejectedErrors } = await mailer.sendMail(composed(mail, from))
        const reason = rejectedErrors?.[0]?.response ?? ''
        return rejected.length > 0 ? `${rejected.map(String).join(', ')} : ${reason}` : ''
      } catch (error) {
        throw smtpError(error as Thrown, server, textBegun)
      }
    },
    /** Connects and logs in without sending anything. Rejects with SmtpError. */
    async verify(): Promise<void> {
      await mailer.verify().catch((error: Thrown) => {
        throw smtpError(error, server, false)
      })
    },
    /** Ends the session with the mail server, for good. */
    close: () => mailer.close(),
  }
}

/** Addresses are objects, so that no part of one is parsed as a second recipient. */
function composed({ to, fromName, replyTo, messageId, files = [], ...mail }: Mail, from: string) {
  const person = (address: string) => ({ name: '', address })
  return {
    ...mail,
    from: fromName ? { name: fromName, address: bareAddress(from) } : from,
    to: to.map(person),
    ...(replyTo && { replyTo: person(replyTo) }),
    messageId: `<${messageId}>`,
    attachments: files.map(({ name, type, bytes }) => ({ filename: name, content: bytes, contentType: type })),
  }
}

interface Thrown extends Error {
  code?: string
  command?: string
  responseCode?: number
}

function smtpError(error: Thrown, server: MailServer, textBegun: boolean): SmtpError {
  const { code = 'ERROR', responseCode, message } = error
  const step = textBegun ? 'message' : stepOf(error)
  return new SmtpError(
    step,
    code,
    responseCode || undefined,
    withoutPassword(message, server),
    textBegun && !responseCode,
  )
}

/** Replaces a password and the forms in which a server may repeat it (AUTH LOGIN, AUTH PLAIN). */
export function withoutPassword(said: string, { login }: MailServer): string {
  const secrets = login
    ? [Buffer.from(`\0${login.user}\0${login.pass}`), Buffer.from(login.pass)].map((bytes) => bytes.toString('base64'))
    : []
  return [...secrets, login?.pass ?? '']
    .filter(Boolean)
    .reduce((text, secret) => text.replaceAll(secret, '***'), said)
    .replace(/\s+/g, ' ')
}

function stepOf({ code = '', command, message }: Thrown): Step {
  if (command === 'MAIL FROM') return 'sender'
  if (command === 'RCPT TO') return 'recipient'
  if (command === 'DATA' || code === 'EMESSAGE') return 'message'
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'login'
  if (code === 'EDNS' || /ENOTFOUND|EAI_AGAIN/.test(message)) return 'name'
  if (code === 'ETLS' || /certificate|self-signed|SSL|TLS|altname/i.test(message)) return 'tls'
  return 'port'
}

/** Scope of a failed delivery: every message, this one for now, or this one permanently. */
type FailureScope = 'server' | 'message' | 'refused'

/** Enhanced status code of a 5xx without its class (RFC 3463): «1.1» of «550 5.1.1 no such user». */
const ENHANCED = /\b5\d\d[ -]5\.(\d+\.\d+)/
/**
 * What a 5xx says that may pass: X.2.2 is a full mailbox, X.3 the mail system, X.4 its network and limits; of a recipient
 * also the sender (X.1.7, X.1.8) and a policy (X.7), of a text not its length (X.3.4).
 */
const PASSING = { recipient: /^(2\.2$|3\.|4\.|1\.[78]$|7\.)/, message: /^(2\.2$|3\.(?!4$)|4\.)/ }

/**
 * Classifies a failed delivery. Every message is concerned by a failed connection, TLS, login or sender. A 5xx to
 * the recipient or the text is permanent (RFC 5321 §4.2.1) unless it speaks of something that may pass, such as a
 * full mailbox (552 without an enhanced code). Temporary: a 4xx, a connection lost while sending.
 */
export function failureScope({ step, status = 0, detail }: SmtpError): FailureScope {
  if (step !== 'recipient' && step !== 'message') return 'server'
  const reason = ENHANCED.exec(detail)?.[1] ?? (status === 552 ? '2.2' : '')
  return status >= 500 && !PASSING[step].test(reason) ? 'refused' : 'message'
}
