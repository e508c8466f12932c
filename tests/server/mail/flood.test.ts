import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FormName } from '../../../src/forms/index.ts'
import { type MailServer, openMailServer } from '../../smtp.ts'
import { openShop } from './shop.ts'

const SUBMISSIONS = 2000
const FORMS: FormName[] = ['contact', 'newsletter', 'waitlist', 'withdrawal', 'ambassador']
const MINUTE = 60_000

let server: MailServer
beforeEach(async () => {
  server = await openMailServer()
  for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, 'write').mockReturnValue(true)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await server.close()
})

it('a flood of submissions from one /48 delay no true withdrawal and no true lead, and lose nothing', async () => {
  const shop = openShop(server.url)
  const flood = (from: number, to: number) => {
    for (let n = from; n < to; n++) {
      const form = FORMS[n % FORMS.length] as FormName
      const extra = { email: `inconnu${n}@exemple.fr`, message: `n° ${n}`, why_hera: `n° ${n}` }
      shop.submit(form, extra, `2001:db8:1:${n.toString(16)}::1`)
    }
  }
  flood(0, SUBMISSIONS / 2)
  const sender = shop.send()
  await expect.poll(() => server.received.length, { timeout: 30_000 }).toBeGreaterThan(10)
  flood(SUBMISSIONS / 2, SUBMISSIONS)

  const withdrawal = shop.submit('withdrawal', { email: 'vraie@exemple.fr' }, '2001:db8:2::1')
  const lead = shop.submit('contact', { email: 'vraie@exemple.fr', message: 'Un devis' }, '192.0.2.1')
  const before = server.received.length
  const place = (about: { reference: string }, to: string) =>
    server.received.findIndex((mail) => mail.to.includes(to) && mail.text.includes(about.reference))
  await expect.poll(() => place(lead, 'atelier@hera.example'), { timeout: 30_000 }).toBeGreaterThan(-1)
  // Some twenty acknowledgements of withdrawals are the flood's own share; nothing else goes before, no budget is used up.
  expect(place(withdrawal, 'vraie@exemple.fr')).toBeLessThanOrEqual(before + 21)
  expect(place(lead, 'atelier@hera.example')).toBeLessThanOrEqual(before + 30)

  // The flood ends: strangers got no more than their share of it, and what it may not send is held and listed.
  await expect.poll(() => shop.policy.choose(), { timeout: 60_000, interval: 500 }).toBeUndefined()
  const toStrangers = server.received.filter(({ to }) => to[0]?.startsWith('inconnu'))
  expect(toStrangers.length).toBeLessThan(300)
  expect(server.received.length).toBeLessThanOrEqual(300)
  const rows = shop.queue()
  expect(rows).toHaveLength(2 * (SUBMISSIONS + 2))
  expect(rows.filter(({ failure }) => failure)).toHaveLength(0)

  // In time the house hears of every one, and every withdrawal is acknowledged.
  for (let hours = 0; hours < 6; hours++) {
    shop.pass(61 * MINUTE)
    await expect.poll(() => shop.policy.choose(), { timeout: 60_000, interval: 500 }).toBeUndefined()
  }
  const waiting = (kind: string) => shop.queue().filter((row) => row.kind === kind && !row.sent_at)
  expect(waiting('lead')).toHaveLength(0)
  expect(waiting('withdrawal')).toHaveLength(0)
  await sender.stop()
}, 180_000)
