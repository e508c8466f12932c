import { ImapFlow, type MessageStructureObject } from 'imapflow'
import { mailServer, withoutPassword } from '../transport.ts'

/** What is read of every new message before anything of its content. */
export interface Envelope {
  uid: number
  /** When the mail server received it, UTC ISO 8601: its own date could be forged. */
  at: string
  /** Bare address of its author, lower case; '' if there is none. */
  from: string
  subject: string
  /** Without brackets; null if it has none. */
  messageId: string | null
  /** Headers that tell what it is, by lower-case name. */
  headers: Readonly<Record<string, string>>
  /** Its parts. */
  structure: Structure
}

/** A part of a message (BODYSTRUCTURE, RFC 9051 §7.5.2). */
export type Structure = Pick<
  MessageStructureObject,
  'part' | 'type' | 'parameters' | 'disposition' | 'dispositionParameters' | 'childNodes'
>

/** An open mailbox, which is only read: nothing in it is moved, marked or deleted. */
export interface Mailbox {
  /** Changes when the server numbers its messages anew. */
  uidValidity: string
  /** Number that the next message will get. */
  uidNext: number
  /** Yields the messages from a number on, one at a time, in order. */
  from(uid: number): AsyncIterable<Envelope>
  /** Yields the messages that were received on a day (AAAA-MM-JJ, UTC) or later. */
  since(day: string): AsyncIterable<Envelope>
  /** Returns the beginning of a part, its encoding and character set decoded. @param max in bytes */
  text(uid: number, part: string, max: number): Promise<string>
  close(): Promise<void>
}

export type OpenMailbox = () => Promise<Mailbox>

const PORTS = { plain: 143, secure: 993 }
/** Limits for connecting and for silence, in milliseconds. */
const CONNECT_MS = 20_000
const SILENCE_MS = 60_000

const HEADERS = [
  ...['auto-submitted', 'content-type', 'in-reply-to', 'list-id', 'list-unsubscribe', 'precedence', 'references'],
  ...['return-path', 'x-autoreply', 'x-autorespond'],
]

/**
 * Returns a function that opens the inbox of IMAP_URL. TLS is required except on this machine; an error contains no
 * password.
 */
export function createOpenMailbox(imapUrl: string): OpenMailbox {
  const server = mailServer(imapUrl, PORTS)
  return async () => {
    const client = new ImapFlow({
      host: server.host,
      port: server.port,
      secure: server.secure,
      doSTARTTLS: !server.secure && !server.local,
      // A server on this machine rarely has a certificate for its name.
      tls: { rejectUnauthorized: !server.local },
      auth: server.login ?? { user: '' },
      logger: false,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
    })
    // Without a listener, a connection that breaks between two commands would end the process.
    client.on('error', () => undefined)
    try {
      await client.connect()
      const { uidValidity, uidNext } = await client.mailboxOpen('INBOX', { readOnly: true })
      return {
        uidValidity: String(uidValidity),
        uidNext,
        from: (uid) => envelopes(client, `${uid}:*`, uid),
        since: (day) => found(client, new Date(day)),
        text: (uid, part, max) => read(client, uid, part, max),
        close: () => client.logout().catch(() => client.close()),
      }
    } catch (error) {
      client.close()
      const { message, responseText = '' } = error as Error & { responseText?: string }
      throw new Error(withoutPassword(`${message} ${responseText}`.trim(), server))
    }
  }
}

async function* found(client: ImapFlow, since: Date): AsyncIterable<Envelope> {
  const uids = await client.search({ since }, { uid: true })
  if (uids && uids.length > 0) yield* envelopes(client, uids.join(','), 0)
}

/** Numbers first, so that a thousand messages wait on the server and not in memory. */
async function* envelopes(client: ImapFlow, range: string, from: number): AsyncIterable<Envelope> {
  const uids: number[] = []
  // `5:*` also returns the last message if its number is below 5.
  for await (const { uid } of client.fetch(range, { uid: true }, { uid: true })) if (uid >= from) uids.push(uid)
  for (const uid of uids.sort((a, b) => a - b)) {
    const query = { uid: true, envelope: true, internalDate: true, bodyStructure: true, headers: HEADERS }
    const message = await client.fetchOne(String(uid), query, { uid: true })
    if (!message) continue
    const { envelope, internalDate, headers, bodyStructure } = message
    yield {
      uid,
      at: new Date(internalDate ?? 0).toISOString(),
      from: (envelope?.from?.[0]?.address ?? '').toLowerCase(),
      subject: envelope?.subject ?? '',
      messageId: envelope?.messageId?.replace(/^\s*<|>\s*$/g, '') || null,
      headers: headersOf(headers?.toString('utf8') ?? ''),
      structure: bodyStructure ?? { type: 'text/plain' },
    }
  }
}

/** Unfolds header lines; of a header that occurs twice, the first counts. */
function headersOf(raw: string): Record<string, string> {
  const lines = raw.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  const pairs = lines.flatMap((line) => {
    const at = line.indexOf(':')
    return at > 0 ? [[line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const] : []
  })
  return Object.fromEntries(pairs.toReversed())
}

async function read(client: ImapFlow, uid: number, part: string, max: number): Promise<string> {
  const { content } = await client.download(String(uid), part, { uid: true, maxBytes: max })
  const chunks: Buffer[] = []
  for await (const chunk of content ?? []) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
