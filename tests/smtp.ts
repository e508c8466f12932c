import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** What a mail server received. */
interface Received {
  from: string
  to: string[]
  /** Headers by lower-case name, unfolded. */
  headers: Record<string, string>
  /** Decoded text. */
  text: string
}

/** How the mail server behaves now. */
type Mood = 'well' | 'refuse' | 'put-off' | 'stall' | 'drop' | 'drop-after'

export interface MailServer {
  url: string
  port: number
  received: Received[]
  mood: Mood
  /** Conversations begun. */
  connections: number
  close(): Promise<void>
}

/** A real SMTP server on a free port, or on the port given. */
export async function openMailServer(port = 0): Promise<MailServer> {
  const state: Omit<MailServer, 'url' | 'port' | 'close'> = { received: [], mood: 'well', connections: 0 }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    onConnect(_session, done) {
      state.connections += 1
      if (state.mood !== 'stall') done()
    },
    onRcptTo(address, _session, done) {
      if (state.mood === 'refuse') return done(reply(550, `no such user <${address.address}>`))
      if (state.mood === 'put-off') return done(reply(451, 'come back later'))
      done()
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk) => chunks.push(chunk))
      stream.on('end', () => {
        if (state.mood === 'drop') return drop(server)
        const { mailFrom, rcptTo } = session.envelope
        state.received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          ...parseMail(Buffer.concat(chunks).toString('utf8')),
        })
        if (state.mood === 'drop-after') return drop(server)
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const opened = (server.server.address() as AddressInfo).port
  return Object.assign(state, {
    url: `smtp://127.0.0.1:${opened}`,
    port: opened,
    close: () => {
      drop(server)
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  })
}

function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

/** Cuts every connection without a word. */
function drop(server: SMTPServer): void {
  const { connections } = server as unknown as { connections: Set<{ _socket: { destroy(): void } }> }
  for (const connection of connections) connection._socket.destroy()
}

function parseMail(raw: string): { headers: Record<string, string>; text: string } {
  const [head = '', ...body] = raw.split('\r\n\r\n')
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at).toLowerCase(), decodeWords(line.slice(at + 1).trim())]
    }),
  )
  const text = body.join('\r\n\r\n')
  const encoding = headers['content-transfer-encoding']
  const decoded =
    encoding === 'base64' ? Buffer.from(text, 'base64') : encoding === 'quoted-printable' ? unquote(text) : text
  return { headers, text: decoded.toString().replaceAll('\r\n', '\n') }
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
