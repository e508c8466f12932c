import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach } from 'vitest'

/** One message that the mail server received, with its envelope, and as it came. */
type Received = ReturnType<typeof parseMail> & { from: string; to: string[]; raw: string }

/** How the mail server behaves. */
type Mood = 'well' | 'refuse' | 'stall' | 'drop' | 'drop-after' | 'refuse-sender' | 'hold'

interface Options {
  /** Requires a login with this password. */
  password?: string
  /** TLS from the first byte, with a self-signed certificate. */
  secure?: boolean
  /** STARTTLS, with a self-signed certificate. */
  startTls?: boolean
}

/** Starts a real SMTP server on a free port. */
export async function openMailServer({ password, secure = false, startTls = false }: Options = {}) {
  const state = {
    received: [] as Received[],
    mood: 'well' as Mood,
    /** Behaviour per recipient address; `mood` applies to all others. */
    moods: new Map<string, Mood>(),
    /** Calls that accept the messages received in mood 'hold'. */
    held: [] as (() => void)[],
    /** Number of messages per connection; later ones get 421, as on many servers. */
    mailsPerConnection: Number.POSITIVE_INFINITY,
  }
  const mailsBySession = new Map<string, number>()
  const server = new SMTPServer({
    secure,
    authOptional: password === undefined,
    allowInsecureAuth: true,
    disabledCommands: [...(startTls ? [] : ['STARTTLS']), ...(password === undefined ? ['AUTH'] : [])],
    onAuth(auth, _session, done) {
      if (auth.password === password) done(null, { user: auth.username })
      else done(reply(535, `wrong password ${auth.password} ${Buffer.from(auth.password ?? '').toString('base64')}`))
    },
    onMailFrom(_address, { id }, done) {
      const mails = (mailsBySession.get(id) ?? 0) + 1
      mailsBySession.set(id, mails)
      if (mails > state.mailsPerConnection) done(reply(421, 'enough for one connection'))
      else if (state.mood === 'refuse-sender') done(reply(550, 'sender not allowed'))
      else done()
    },
    disableReverseLookup: true,
    logger: false,
    onConnect(_session, done) {
      if (state.mood !== 'stall') done()
    },
    onRcptTo(address, _session, done) {
      const mood = state.moods.get(address.address) ?? state.mood
      if (mood === 'refuse') return done(reply(550, `no such user <${address.address}>`))
      done()
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const mood = state.moods.get(rcptTo[0]?.address ?? '') ?? state.mood
        if (mood === 'drop') return drop(server)
        const raw = Buffer.concat(chunks).toString('utf8')
        state.received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          ...parseMail(raw),
          raw,
        })
        if (mood === 'drop-after') return drop(server)
        if (mood === 'hold') state.held.push(done)
        else done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const opened = (server.server.address() as AddressInfo).port
  const login = password === undefined ? '' : `hera:${encodeURIComponent(password)}@`
  return Object.assign(state, {
    url: `${secure ? 'smtps' : 'smtp'}://${login}127.0.0.1:${opened}`,
    port: opened,
    /** Closes every connection without a response. */
    hangUp: () => drop(server),
    close: () => {
      drop(server)
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  })
}

export type MailServer = Awaited<ReturnType<typeof openMailServer>>

/** The server of the current test; set by `setUpMailServer`. */
export let server: MailServer

/** Starts a mail server before each test of a file and closes it after the test. */
export function setUpMailServer(): void {
  beforeEach(async () => {
    server = await openMailServer()
  })
  afterEach(() => server.close())
}

function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

/** Closes every connection without a response. */
function drop(server: SMTPServer): void {
  const { connections } = server as unknown as { connections: Set<{ _socket: { destroy(): void } }> }
  for (const connection of connections) connection._socket.destroy()
}

/** Returns headers by lower-case name, unfolded, and the decoded texts; '' for one that is missing. */
function parseMail(raw: string) {
  const parts = partsOf(raw)
  const bodyOf = (type: string) => parts.find(({ headers }) => headers['content-type']?.startsWith(type))?.body ?? ''
  return { headers: parts[0]?.headers ?? {}, text: bodyOf('text/plain'), html: bodyOf('text/html') }
}

/** Returns a MIME message and all of its parts, decoded. */
function partsOf(raw: string): { headers: Record<string, string>; body: string }[] {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const headers = Object.fromEntries(
    [...head.replace(/\r\n[ \t]+/g, ' ').matchAll(/^([^:\r\n]*):[ \t]*(.*)/gm)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      decodeWords(value),
    ]),
  )
  const body = rest.join('\r\n\r\n')
  const encoding = headers['content-transfer-encoding']
  const decoded =
    encoding === 'base64' ? Buffer.from(body, 'base64') : encoding === 'quoted-printable' ? unquote(body) : body
  const boundary = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1]
  const inside = boundary ? body.split(`--${boundary}`).slice(1, -1) : []
  const whole = { headers, body: decoded.toString().replaceAll('\r\n', '\n') }
  return [whole, ...inside.flatMap((part) => partsOf(part.trimStart()))]
}

function decodeWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      (kind.toLowerCase() === 'b' ? Buffer.from(word, 'base64') : unquote(word.replaceAll('_', ' '))).toString(),
    )
}

function unquote(text: string): Buffer {
  const joined = text.replace(/=\r?\n/g, '')
  return Buffer.from(
    joined.replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}
