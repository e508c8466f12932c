import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../../src/server/clock.ts'
import { createConsent, systemRandom } from '../../src/server/privacy/consent.ts'
import { openDesk } from './desk.ts'

let desk: ReturnType<typeof openDesk>
beforeEach(() => {
  desk = openDesk()
})
afterEach(() => desk.close())

/** The links lead to the site that was built. */
it('--links gives the same link to an address each time, which works, and none to those who may not be written to', async () => {
  const confirmed = desk.submit('newsletter', { email: 'a@exemple.fr' })
  desk.submit('newsletter', { email: 'b@exemple.fr' })
  desk.db.prepare('UPDATE newsletter_subscriptions SET confirmed_at = created_at WHERE reference = ?').run(confirmed)
  const rows = async (...args: string[]) =>
    JSON.parse((await desk.runHere('export', 'newsletter', '--format', 'json', ...args)).out)
  const tokens = () => desk.db.prepare('SELECT count(*) FROM consent_tokens').pluck().get()
  const [first] = await rows('--links')
  expect(first.unsubscribe_url).toMatch(/\/desinscription\/[\w-]{32}$/)
  expect(tokens()).toBe(1)
  expect((await rows('--links', '--all')).map((row: Record<string, string>) => row.unsubscribe_url)).toEqual([
    first.unsubscribe_url,
    null,
  ])
  expect(tokens()).toBe(1)
  const consent = createConsent(desk.db, systemClock, systemRandom)
  expect(consent.unsubscribe(first.unsubscribe_url.slice(-32))?.form.name).toBe('newsletter')
  expect(await rows()).toEqual([])
})
