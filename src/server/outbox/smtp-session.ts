import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'

/** What a mail is handed over in, in order; a failure names the step that it happened in. */
export const STEPS = ['name', 'port', 'tls', 'login', 'sender', 'recipient', 'message'] as const
export type Step = (typeof STEPS)[number]

/** Why a step failed. The message says nothing of whom an e-mail was for, nor any password. */
export class SmtpError extends Error {
  readonly step: Step
  /** What the server answered: three digits (RFC 5321 §4.2); undefined where it did not answer. */
  readonly status: number | undefined
  /** What the server or the system said, for the operator's eyes: it may quote an address, never a password. */
  readonly detail: string
  /** True where the e-mail may have arrived all the same: the connection broke after its text had begun to go. */
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
  /** To connect and be greeted, in milliseconds. */
  connectMs: number
  /**
   * Silence in the middle of a conversation, in milliseconds. A server that examines a text answers after most of a minute:
   * whoever gives up before that sends it again, and the person has it twice. All other messages wait meanwhile.
   */
  silenceMs: number
}
export const TIMEOUTS: Timeouts = { connectMs: 10_000, silenceMs: 90_000 }

const PORTS = { plain: 587, secure: 465 }

export type SmtpServer = ReturnType<typeof smtpServer>

/** A mail server, as SMTP_URL names it, which src/server/config.ts has checked. */
export function smtpServer(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const secure = protocol === 'smtps:'
  return {
    host,
    /** True for TLS from the first byte (smtps://). */
    secure,
    port: Number(port) || (secure ? PORTS.secure : PORTS.plain),
    /** True where the server is this machine, which needs no TLS. */
    local: /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host),
    login: username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : undefined,
  }
}

/** A connection that is open and logged in. */
export type SmtpSession = Awaited<ReturnType<typeof openSession>>

/** Connects and logs in. TLS is required except to this machine. Throws SmtpError. */
export async function openSession(server: SmtpServer, timeouts: Timeouts = TIMEOUTS) {
  const connection = new SMTPConnection({
    host: server.host,
    port: server.port,
    secure: server.secure,
    requireTLS: !server.local,
    // A server on this machine seldom has a certificate in its name.
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
  /** One call of the connection, which may also fail by an event. */
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
  // After the last call an event has nobody left to tell.
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
    /** False once the connection has ended, on either side. */
    isOpen: () => open,
    /** Hands over one e-mail; gives the recipients that were refused while others were taken. Throws SmtpError. */
    async send(envelope: { from: string; to: string[] }, raw: Buffer) {
      step = 'message'
      textBegun = false
      // Read once sender and recipient have been accepted.
      const text = new Readable({
        read() {
          textBegun = true
          this.push(raw)
          this.push(null)
        },
      })
      const info = await attempt<{ rejected: string[]; rejectedErrors?: { response?: unknown }[] }>((done) =>
        // A copy: nodemailer notes in it what was refused, which the next attempt would take for its own.
        connection.send({ ...envelope, to: [...envelope.to] }, text, done),
      )
      const reason = String(info.rejectedErrors?.[0]?.response ?? '')
      return { refused: info.rejected, reason }
    },
    /**
     * Asks whether the server takes an e-mail from this sender to this recipient, and hands over none: the connection is
     * closed where the text would begin, and a text without its end is not delivered (RFC 5321 §4.1.1.4). Throws SmtpError.
     */
    async offer({ from, to }: { from: string; to: string }): Promise<void> {
      step = 'message'
      await attempt<unknown>((done) => {
        // The text is read once sender and recipient have been accepted.
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
