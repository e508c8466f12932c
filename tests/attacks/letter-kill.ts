import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import type { LetterSummary } from '../../src/server/mail/letters/letter-rows.ts'
import { LETTER } from '../support/letter.ts'
import { openSite } from '../support/site.ts'
import { type MailServer, openMailServer } from '../support/smtp.ts'
import type { Finding } from './attack.ts'
import { addConfirmed, withLetters } from './letter-list.ts'

/** Interval of checks of the mail server, in milliseconds. */
const LOOK_MS = 10

/** Moment of a kill: once this share of the recipients has the letter, plus a pause in milliseconds. */
const moment = fc.record({
  part: fc.double({ min: 0, max: 0.98, noNaN: true }),
  pauseMs: fc.double({ min: 0, max: 2 * LOOK_MS, noNaN: true }),
})

/**
 * Kills the site with SIGKILL while it sends a letter to a real mail server, restarts it and counts the deliveries.
 * @param seed of the moments of the kills
 */
export async function attackLetterWithKills(recipients: number, kills: number, seed: number): Promise<Finding> {
  const folder = mkdtempSync(join(tmpdir(), 'hera-letter-'))
  const path = join(folder, 'hera.sqlite')
  const mail = await openMailServer()
  const env = {
    DATABASE_PATH: path,
    SMTP_URL: mail.url,
    MAIL_FROM: 'bonjour@hera.example',
    MAIL_TO: 'atelier@hera.example',
    MAIL_PER_HOUR: '100000',
  }
  try {
    await withLetters(path, async (db, letters) => {
      addConfirmed(db, recipients)
      await letters.send(LETTER)
    })
    const moments = fc.sample(moment, { numRuns: kills, seed }).toSorted((a, b) => a.part - b.part)
    for (const { part, pauseMs } of moments) {
      const site = await openSite(env)
      await arrived(mail, Math.floor(recipients * part))
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      const ended = new Promise((resolve) => site.process.once('exit', resolve))
      site.process.kill('SIGKILL')
      await ended
    }
    const site = await openSite(env)
    let letter: LetterSummary | undefined
    while (letter?.state !== 'finished') {
      await new Promise((resolve) => setTimeout(resolve, 20 * LOOK_MS))
      letter = await withLetters(path, (_, letters) => letters.list()[0])
    }
    await site.close()
    return examine(mail, letter, recipients, kills)
  } finally {
    await mail.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function arrived(mail: MailServer, count: number): Promise<void> {
  while (mail.received.length < count) await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
}

function examine(mail: MailServer, letter: LetterSummary, recipients: number, kills: number): Finding {
  const byReader = Map.groupBy(mail.received, ({ to }) => String(to[0]))
  const twice = [...byReader.values()].filter((mails) => mails.length > 1)
  const faults = [
    ...(twice.length === 0 ? [] : [`${twice.length} recipients got the letter twice`]),
    ...(letter.sent + letter.failed === recipients
      ? []
      : [`${letter.sent} sent and ${letter.failed} cut off of ${recipients}`]),
    ...(byReader.size >= letter.sent ? [] : [`${byReader.size} got it, ${letter.sent} are counted as sent`]),
    ...(letter.failed <= kills ? [] : [`${letter.failed} cut off after only ${kills} kills`]),
  ]
  return {
    attack: 'SIGKILL during a letter',
    cases: recipients,
    faults,
    note: `${kills} kills, ${letter.failed} cut off and not sent again`,
  }
}
