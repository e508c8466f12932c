import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../src/server/clock.ts'
import { type LetterSummary, letterSummaries } from '../../src/server/mail/letters/letter-rows.ts'
import { openTestBackend, type TestBackend } from '../server/test-backend.ts'
import { PLAIN_LETTER } from '../support/letter.ts'
import { CONFIRM } from '../support/samples.ts'
import { folder, scratchFolder } from '../support/scratch-folder.ts'
import { openSite } from '../support/site.ts'
import { openMailServer } from '../support/smtp.ts'

const READERS = 150
/** Readers that have the letter at each kill. */
const KILLS = [40, 110]
/** Interval of checks, in milliseconds. */
const LOOK_MS = 10

scratchFolder()

it('a letter reaches every reader at most once despite SIGKILL, and what was cut off is counted', async () => {
  const path = join(folder, 'hera.sqlite')
  const mail = await openMailServer()
  onTestFinished(() => mail.close())
  const env = {
    DATABASE_PATH: path,
    SMTP_URL: mail.url,
    MAIL_FROM: 'bonjour@hera.example',
    MAIL_TO: 'atelier@hera.example',
    MAIL_PER_HOUR: '100000',
  }
  await withBackend(path, async ({ submit, db, lettersBy }) => {
    for (let n = 0; n < READERS; n++) submit('newsletter', { email: `lecteur${n}@exemple.fr` })
    db.exec(`DELETE FROM outbox; ${CONFIRM}`)
    await lettersBy().send(PLAIN_LETTER)
  })
  for (const arrived of KILLS) {
    const site = await openSite(env)
    while (mail.received.length < arrived) await sleep(LOOK_MS)
    site.process.kill('SIGKILL')
    await once(site.process, 'exit')
  }
  const site = await openSite(env)
  let letter: LetterSummary | undefined
  while (letter?.state !== 'finished') {
    await sleep(LOOK_MS)
    letter = await withBackend(path, ({ db }) => letterSummaries(db)[0])
  }
  await site.close()
  const readers = mail.received.map(({ to }) => String(to[0]))
  expect(new Set(readers).size, 'readers who got it twice').toBe(readers.length)
  expect(letter.sent + letter.failed, 'sent and cut off').toBe(READERS)
  expect(letter.failed, 'cut off').toBeLessThanOrEqual(KILLS.length)
  expect(readers.length, 'delivered').toBeGreaterThanOrEqual(letter.sent)
})

/** Opens the database of the site, which may run, for a moment. */
async function withBackend<T>(path: string, use: (backend: TestBackend) => T | Promise<T>): Promise<T> {
  const backend = openTestBackend('', path, systemClock)
  try {
    return await use(backend)
  } finally {
    backend.db.close()
  }
}
