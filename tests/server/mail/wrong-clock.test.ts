import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { recordRun } from '../../../src/server/database/last-runs.ts'
import type { Sender } from '../../../src/server/mail/sender.ts'
import { type MailServer, openMailServer } from '../../smtp.ts'
import { openShop, type Shop } from './shop.ts'

const DAY = 86_400_000
const FOUR_YEARS = 4 * 365 * DAY

/** A clock that is four years ahead for a while, and then right again. */
let server: MailServer
let shop: Shop
let sender: Sender | undefined
beforeEach(async () => {
  server = await openMailServer()
  shop = openShop(server.url, { perHour: 10 })
  for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, 'write').mockReturnValue(true)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await sender?.stop()
  sender = undefined
  await server.close()
})
const start = () => {
  sender = shop.send()
}
const to = (address: string) => server.received.filter((mail) => mail.to.includes(address)).length
const rowOf = (recipient: string) => shop.queue().find((row) => row.recipient === recipient)

it('what was sent while it was ahead uses up no share afterwards', async () => {
  shop.pass(FOUR_YEARS)
  start()
  for (let n = 0; n < 5; n++) shop.submit('contact', { email: `p${n}@exemple.fr`, message: `n° ${n}` })
  shop.submit('withdrawal', { email: 'lea@exemple.fr', order_reference: 'D-1' })
  await expect.poll(() => to('lea@exemple.fr')).toBe(1)
  await expect.poll(() => server.received.length).toBeGreaterThanOrEqual(9)
  shop.pass(-FOUR_YEARS)
  shop.submit('withdrawal', { email: 'lea@exemple.fr', order_reference: 'D-2' })
  shop.submit('contact', { email: 'apres@exemple.fr', message: 'Après' })
  await expect.poll(() => [to('lea@exemple.fr'), to('apres@exemple.fr')]).toEqual([2, 1])
})

it('what was put off while it was ahead is tried again at once', async () => {
  server.moods.set('lea@exemple.fr', 'put-off')
  shop.pass(FOUR_YEARS)
  shop.submit('contact', { email: 'lea@exemple.fr' })
  start()
  await expect.poll(() => rowOf('lea@exemple.fr')?.attempts).toBeGreaterThan(0)
  await sender?.stop()
  shop.pass(-FOUR_YEARS)
  server.moods.clear()
  start()
  await expect.poll(() => to('lea@exemple.fr')).toBe(1)
})

it('gives no message up for its age, and does when it is right', async () => {
  recordRun(shop.db, 'purge', shop.clock())
  server.moods.set('lea@exemple.fr', 'put-off')
  shop.submit('contact', { email: 'lea@exemple.fr' })
  shop.pass(FOUR_YEARS)
  start()
  await expect.poll(() => rowOf('lea@exemple.fr')?.attempts).toBeGreaterThan(3)
  expect(rowOf('lea@exemple.fr')?.failure).toBeNull()
  recordRun(shop.db, 'purge', shop.clock())
  await expect.poll(() => rowOf('lea@exemple.fr')?.failure).toBe('expired')
})
