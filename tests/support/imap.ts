import { type AddressInfo, createServer } from 'node:net'

/** One message of the server, as IMAP describes it (RFC 9051 §7.5.2). */
interface StoredMessage {
  uid: number
  envelope: string
  structure: string
  headers: string
  /** Encoded text by the number of its part, with the headers of the part. */
  parts: Record<string, { mime: string; text: string }>
}

/**
 * Starts an IMAP server on this machine that answers from messages in memory, without any encryption, and records what
 * it was told.
 */
export async function openImapServer(messages: readonly StoredMessage[], uidValidity = 7) {
  const said: string[] = []
  const literal = (text: string) => `{${Buffer.byteLength(text)}}\r\n${text}`

  function fetched(range: string, items: string): string {
    const [from = '', to] = range.split(':')
    return messages
      .filter(({ uid }) => (to ? uid >= Number(from) : range.split(',').includes(String(uid))))
      .map(({ uid, envelope, structure, headers, parts }) => {
        const texts = [...items.matchAll(/BODY\.PEEK\[(\d[\d.]*?)(\.MIME)?\](?:<\d+\.(\d+)>)?/g)].map(
          ([, part = '', mime, max]) => {
            const text = (mime ? parts[part]?.mime : parts[part]?.text) ?? ''
            return `BODY[${part}${mime ?? ''}]${max ? '<0>' : ''} ${literal(text.slice(0, Number(max) || undefined))}`
          },
        )
        const about = [
          `UID ${uid}`,
          items.includes('ENVELOPE') && `ENVELOPE ${envelope}`,
          items.includes('INTERNALDATE') && 'INTERNALDATE "23-Nov-2026 10:00:00 +0100"',
          items.includes('BODYSTRUCTURE') && `BODYSTRUCTURE ${structure}`,
          items.includes('HEADER.FIELDS') && `BODY[HEADER.FIELDS (X)] ${literal(headers)}`,
          ...texts,
        ]
        return `* ${messages.findIndex((each) => each.uid === uid) + 1} FETCH (${about.filter(Boolean).join(' ')})\r\n`
      })
      .join('')
  }

  function answer(command: string): string {
    const [, range = '', items = ''] = /^UID FETCH (\S+) (.*)$/.exec(command) ?? []
    if (range) return fetched(range, items)
    if (command.startsWith('CAPABILITY')) return '* CAPABILITY IMAP4rev1\r\n'
    if (command.startsWith('UID SEARCH')) return `* SEARCH ${messages.map(({ uid }) => uid).join(' ')}\r\n`
    if (!/^(EXAMINE|SELECT)/.test(command)) return ''
    const next = Math.max(0, ...messages.map(({ uid }) => uid)) + 1
    return `* ${messages.length} EXISTS\r\n* OK [UIDVALIDITY ${uidValidity}]\r\n* OK [UIDNEXT ${next}]\r\n`
  }

  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write('* OK ready\r\n')
    let rest = ''
    socket.on('data', (data) => {
      const lines = (rest + data).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const [, tag, command = ''] = /^(\w+) (.*)$/.exec(line) ?? []
        if (!tag) continue
        said.push(command)
        socket.write(`${answer(command)}${tag} OK done\r\n`)
        if (command === 'LOGOUT') socket.end()
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { said, port, close: () => new Promise((resolve) => server.close(resolve)) }
}
