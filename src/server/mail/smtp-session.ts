import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'

/** Steps of a delivery in order; SmtpError names the one that failed. */
export const STEPS = ['name', 'port', 'tls', 'login', 'sender', 'recipient', 'message'] as const
export type Step = (typeof STEPS)[number]

/** Failure of a step. The message contains neither recipients nor passwords. */
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

export interface Timeouts {
  /** Limit for connecting and for the greeting, in milliseconds. */
  connectMs: number
  /**
   * Limit for silence during a session, in milliseconds. Servers that scan a text may respond after almost a minute;
   * a shorter limit would send it twice. All other messages wait meanwhile.
   */
  silenceMs: number
}
export const TIMEOUTS: Timeouts = { connectMs: 10_000, silenceMs: 90_000 }

const PORTS = { plain: 587, secure: 465 }

export type SmtpServer = ReturnType<typeof smtpServer>

/** Parses SMTP_URL, already checked by src/server/config.ts. */
export function smtpServer(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const secure = protocol === 'smtps:'
  return {
    host,
    /** True for TLS from the first byte (smtps://). */
    secure,
    port: Number(port) || (secure ? PORTS.secure : PORTS.plain),
    /** True for this machine, which needs no TLS. */
    local: /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host),
    login: username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : undefined,
  }
}

/** An open, authenticated connection. */
export type SmtpSession = Awaited<ReturnType<typeof openSession>>

/** Connects and logs in. Requires TLS except to this machine. Throws SmtpError. */
export async function openSession(server: SmtpServer, timeouts: Timeouts = TIMEOUTS) {
  const connection = new SMTPConnection({
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
  })
  let step: Step = 'name'
  let open = true
  let textBegun = false
  connection.once('end', () => {
    open = false
  })
  /** Runs one call of the connection, which may also fail by an event. */
  const attempt = <T>(start: (done: (error: unknown, value?: T) => void) => void) =>
    new Promise<T>((resolve, reject) => {
      const fail = (error: unknown) => reject(smtpError(error as Thrown, step, server, textBegun))
      connection.once('error', fail)
      start((error, value) => {
        connection.removeListener('error', fail)
        if (error) fail(error)
        else resolve(value as T)
      })
    })
  // Without a listener, an error event after the last call would end the process.
  connection.on('error', () => undefined)
  try {
    await attempt<void>((done) => connection.connect(done))
    const { login } = server
    step = 'login'
    if (login) await attempt((done) => connection.login({ user: login.user, pass: login.pass }, done))
  } catch (error) {
    connection.close()
    throw error
  }
  return {
    /** False once either side has closed the connection. */
    isOpen: () => open,
    /** Delivers one e-mail; returns the recipients rejected if others were accepted. Throws SmtpError. */
    async send(envelope: { from: string; to: string[] }, raw: Buffer) {
      step = 'message'
      textBegun = false
      // nodemailer reads this after sender and recipient were accepted.
      const text = new Readable({
        read() {
          textBegun = true
          this.push(raw)
          this.push(null)
        },
      })
      const info = await attempt<{ rejected: string[]; rejectedErrors?: { response?: unknown }[] }>((done) =>
        // A copy, because nodemailer stores rejected recipients in it, which would affect the retry.
        connection.send({ ...envelope, to: [...envelope.to] }, text, done),
      )
      const reason = String(info.rejectedErrors?.[0]?.response ?? '')
      return { refused: info.rejected, reason }
    },
    /**
     * Checks if the server accepts sender and recipient, without sending an e-mail: closes the connection before the
     * text, because a text without its end is not delivered (RFC 5321 §4.1.1.4). Throws SmtpError.
     */
    async offer({ from, to }: { from: string; to: string }): Promise<void> {
      step = 'message'
      await attempt<unknown>((done) => {
        // Read after sender and recipient were accepted.
        const text = new Readable({
          read() {
            connection.close()
            done(undefined)
          },
        })
        connection.send({ from, to: [to] }, text, done)
      })
    },
    close: () => connection.quit(),
  }
}

interface Thrown extends Error {
  code?: string
  command?: string
  responseCode?: number
}

function smtpError(
  { code = 'ERROR', command, responseCode, message }: Thrown,
  during: Step,
  server: SmtpServer,
  textBegun: boolean,
) {
  const step =
    during === 'name' ? stepOfConnecting(code, message) : during === 'message' ? stepOfSending(command) : during
  const secrets = server.login ? [server.login.pass, Buffer.from(server.login.pass).toString('base64')] : []
  const said = secrets.filter(Boolean).reduce((text, secret) => text.replaceAll(secret, '***'), message)
  const uncertain = textBegun && responseCode === undefined
  return new SmtpError(step, code, responseCode, said.replace(/\s+/g, ' '), uncertain)
}

function stepOfConnecting(code: string, message: string): Step {
  if (code === 'EDNS' || /ENOTFOUND|EAI_AGAIN/.test(message)) return 'name'
  if (code === 'ETLS' || /certificate|self-signed|SSL|TLS|altname/i.test(message)) return 'tls'
  return 'port'
}

function stepOfSending(command: string | undefined): Step {
  return command === 'MAIL FROM' ? 'sender' : command === 'RCPT TO' ? 'recipient' : 'message'
}
