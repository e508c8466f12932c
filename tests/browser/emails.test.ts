import { beforeAll, expect, it } from 'vitest'
import { createLetters } from '../../src/server/letters/letters.ts'
import { LETTER } from '../server/letters/letter.ts'
import { openStillHouse } from '../server/still-house.ts'
import { browse, browser } from './browse.ts'
import { axe } from './harness.ts'

browse()

/** The HTML of e-mails that have every part between them, by kind: answers, links, buttons, references, a picture. */
const emails = new Map<string, string>()
beforeAll(async () => {
  const house = openStillHouse('2026-11-22T10:00:00.000Z')
  const { db, clock, objections } = house
  for (const form of ['contact', 'quote', 'withdrawal', 'newsletter'] as const) house.submit(form)
  const take = () => house.mails().map(({ kind, mail }) => emails.set(kind, mail.html))
  take()
  db.exec(`UPDATE newsletter_subscriptions SET confirmed_at = '${clock().toISOString()}'`)
  const mail = undefined
  const letters = createLetters({ db, clock, objections, mail, siteUrl: 'https://hera.example', client: 'dist/client' })
  await letters.send({ list: 'newsletter', text: LETTER })
  take()
  db.close()
})

it.each(['light', 'dark'] as const)('e-mails can be read in a mail program whose theme is %s', async (colorScheme) => {
  const page = await browser.newPage({ colorScheme })
  expect([...emails.keys()].toSorted()).toEqual(['acknowledgement', 'confirmation', 'lead', 'letter', 'withdrawal'])
  for (const [kind, html] of emails) {
    await page.setContent(html)
    // A mail program has landmarks of its own.
    const findings = (await axe(page)).filter((finding) => !/^(landmark|region)/.test(finding))
    expect(findings, kind).toEqual([])
  }
})
