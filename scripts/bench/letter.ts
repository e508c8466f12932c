import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { peakMemory, percentile, send } from '../../tests/attacks/attack.ts'
import { addConfirmed, withLetters } from '../../tests/attacks/letter-list.ts'
import { LETTER } from '../../tests/server/mail/letters/letter.ts'
import { openSite, SERVE } from '../../tests/support/site.ts'
import type { Figure } from './figure.ts'
import { onCore } from './load.ts'

const RECIPIENTS = Number(process.env.LETTER_RECIPIENTS ?? 50_000)
/** Interval between two requests of a visitor, before and during the sending, in milliseconds. */
const VISIT_MS = 50
const QUIET_VISITS = 400
const PAGES = ['/', '/faq', '/quilting']

/** Sends a letter with a picture to a long list; measures queueing, sending, memory, and the latency for visitors. */
export async function measureLetter(): Promise<Figure[]> {
  // On the disk of the project, because a temporary folder may be in memory, where durable commits cost nothing.
  const folder = mkdtempSync(join('node_modules', '.bench-'))
  const path = join(folder, 'hera.sqlite')
  const sink = await openSink()
  const site = await openSite(
    {
      DATABASE_PATH: path,
      SMTP_URL: sink.url,
      MAIL_FROM: 'bonjour@hera.example',
      MAIL_TO: 'atelier@hera.example',
      MAIL_PER_HOUR: '100000',
    },
    onCore(0, ...SERVE),
  )
  try {
    await withLetters(path, (db) => addConfirmed(db, RECIPIENTS))
    const quiet: number[] = []
    for (let n = 0; n < QUIET_VISITS; n++) await visit(site.url, n, quiet)
    const queued = performance.now()
    await withLetters(path, async (_, letters) => letters.send(LETTER), 'dist/client')
    const queueing = performance.now() - queued
    while (sink.received === 0) await sleep(VISIT_MS)
    const started = performance.now()
    const meanwhile: number[] = []
    for (let n = 0; sink.received < RECIPIENTS; n++) await visit(site.url, n, meanwhile)
    const seconds = (performance.now() - started) / 1000
    if (sink.readers.size !== RECIPIENTS)
      throw new Error(`${sink.readers.size} of ${RECIPIENTS} recipients got the letter`)
    const share = (values: number[], part: number) => percentile(values, part).toFixed(1)
    return [
      { what: `letter, ${RECIPIENTS} queued`, values: [queueing / 1000], unit: 's', limit: { atMost: 5 } },
      {
        what: 'letter, messages accepted by the mail server',
        values: [RECIPIENTS / seconds],
        unit: '/s',
        note: `in ${Math.round(seconds)} s over ${sink.connections} connections, ${Math.round(sink.bytes / RECIPIENTS / 1000)} kB each`,
      },
      { what: 'letter, memory', values: [peakMemory(site.process.pid)], unit: 'MB', limit: { atMost: 160 } },
      {
        what: 'letter, page response meanwhile, p99',
        values: [percentile(meanwhile, 0.99)],
        unit: 'ms',
        note: `p50 ${share(meanwhile, 0.5)}, most ${share(meanwhile, 1)}; before p50 ${share(quiet, 0.5)}, p99 ${share(quiet, 0.99)}`,
      },
    ]
  } finally {
    await site.close()
    await sink.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function visit(url: string, n: number, latencies: number[]): Promise<void> {
  const { status, ms } = await send(url + PAGES[n % PAGES.length], { headers: { 'Accept-Encoding': 'br' } })
  if (status !== 200) throw new Error(`a page returned ${status}`)
  latencies.push(ms)
  await sleep(VISIT_MS)
}

/** Starts a mail server that accepts everything and stores only the recipients. */
async function openSink() {
  const seen = { received: 0, bytes: 0, connections: 0, readers: new Set<string>() }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    onConnect(_session, done) {
      seen.connections += 1
      done()
    },
    onData(stream, { envelope }, done) {
      stream.on('data', (chunk: Buffer) => {
        seen.bytes += chunk.length
      })
      stream.on('end', () => {
        seen.received += 1
        seen.readers.add(envelope.rcptTo[0]?.address ?? '')
        done()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return Object.assign(seen, {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  })
}
