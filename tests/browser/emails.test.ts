import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { createLetters } from '../../src/server/mail/letters/letters.ts'
import { openTestBackend } from '../server/test-backend.ts'
import { LETTER } from '../support/letter.ts'
import { closePages, sharedBrowser } from './browse.ts'
import { axe } from './harness.ts'

/** HTML of one e-mail per kind; together they contain every part: answers, links, buttons, references, a picture. */
const emails = new Map<string, string>()
let page: Page
beforeAll(async () => {
  const browser = await sharedBrowser()
  page = await browser.newPage({ viewport: { width: 320, height: 640 } })
  const backend = openTestBackend('2026-11-22T10:00:00.000Z')
  const { db, clock, objections, outbox } = backend
  for (const form of ['contact', 'quote', 'withdrawal', 'newsletter'] as const) backend.submit(form)
  const take = () => backend.mails().map(({ kind, mail }) => emails.set(kind, mail.html))
  take()
  db.exec(`UPDATE newsletter_subscriptions SET confirmed_at = '${clock().toISOString()}'`)
  const mail = undefined
  const site = { siteUrl: 'https://hera.example', client: 'dist/client' }
  const letters = createLetters({ db, clock, objections, mail, outbox, ...site })
  await letters.send(LETTER)
  take()
  db.close()
  return () => closePages(browser)
})

it('every kind of e-mail fits a phone and passes axe in a light and in a dark theme', async () => {
  expect([...emails.keys()].toSorted()).toEqual(['acknowledgement', 'confirmation', 'lead', 'letter', 'withdrawal'])
  for (const [kind, html] of emails) {
    await page.setContent(html)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `width of ${kind}`).toBe(320)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      // The mail program provides the landmarks.
      const findings = (await axe(page, 'html', colorScheme === 'dark' ? ['color-contrast'] : undefined)).filter(
        (finding) => !/^(landmark|region)/.test(finding),
      )
      expect(findings, `axe findings in ${kind}, ${colorScheme} theme`).toEqual([])
    }
  }
})
