import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Sender } from '../../../src/server/mail/sender.ts'
import { recordObjection } from '../../../src/server/privacy/person.ts'
import { type MailServer, openMailServer } from '../../smtp.ts'
import { openShop, type Shop } from '../mail/shop.ts'
import { LETTER } from './letter.ts'

const HOUR = 3_600_000

let server: MailServer
let shop: Shop
let sender: Sender | undefined
beforeEach(async () => {
  server = await openMailServer()
  shop = openShop(server.url, { perHour: 10_000 })
  for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, 'write').mockImplementation(() => true)
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
/** One that tries a message again only when its clock is moved. */
const patientShop = () => openShop(server.url, { perHour: 10_000, waits: { server: [50], message: [HOUR / 2] } })
const draft = { list: 'newsletter', text: LETTER }
const letterMails = () => server.received.filter(({ headers }) => headers['list-id'] !== undefined)
const readers = () => letterMails().map(({ to }) => to[0])
const finished = () => expect.poll(() => shop.letters.list()[0]?.state, { timeout: 20_000 }).toBe('finished')
/** Stores confirmed sign-ups, whose own e-mails are out of the way. */
function confirm(list: 'newsletter' | 'waitlist', ...emails: string[]) {
  for (const email of emails) shop.submitWithoutMail(list, { email })
  const table = list === 'newsletter' ? 'newsletter_subscriptions' : 'waitlist_signups'
  shop.db
    .prepare(
      `UPDATE ${table} SET confirmed_at = created_at, asked_at = created_at WHERE email IN (SELECT value FROM json_each(?))`,
    )
    .run(JSON.stringify(emails))
}

describe('whom a letter reaches', () => {
  it('is each confirmed address of the list once, in the look of the house, with one click to leave', async () => {
    confirm('newsletter', 'lea@exemple.fr', 'max@exemple.fr')
    confirm('waitlist', 'attente@exemple.fr')
    shop.submitWithoutMail('newsletter', { email: 'jamais@exemple.fr' })
    shop.db.exec('UPDATE newsletter_subscriptions SET asked_at = created_at')
    expect(await shop.letters.send(draft)).toMatchObject({ done: 'queued', letter: { recipients: 2, state: 'going' } })
    start()
    await finished()
    expect(readers()).toEqual(['lea@exemple.fr', 'max@exemple.fr'])
    const [first, second] = letterMails()
    expect(first?.headers.subject).toBe('Le printemps à l’atelier')
    expect(first?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    expect(first?.headers['reply-to']).toBe('contact@hera.example')
    expect(first?.headers['list-unsubscribe']).not.toBe(second?.headers['list-unsubscribe'])
    expect(first?.headers['list-unsubscribe']).toMatch(/^<https:\/\/hera\.example\/desinscription\/[\w-]{32}>$/)
    expect(shop.letters.list()[0]).toMatchObject({ sent: 2, waiting: 0, failed: 0, dropped: 0, uncertain: 0 })
  })

  it('is nobody a second time for the same text, and nobody who confirmed since', async () => {
    confirm('newsletter', 'lea@exemple.fr')
    await shop.letters.send(draft)
    start()
    await finished()
    confirm('newsletter', 'tard@exemple.fr')
    expect(await shop.letters.send({ ...draft, text: LETTER.replaceAll('\n', '\r\n') })).toMatchObject({
      done: 'before',
    })
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(readers()).toEqual(['lea@exemple.fr'])
    expect(shop.letters.list()).toHaveLength(1)
    expect(await shop.letters.send({ ...draft, text: LETTER.replace('Bonjour', 'Bonsoir') })).toMatchObject({
      done: 'queued',
      letter: { recipients: 2 },
    })
  })

  it('is nobody who unsubscribed, objected or was corrected while it was going', async () => {
    shop = patientShop()
    confirm('newsletter', 'un@exemple.fr', 'deux@exemple.fr', 'trois@exemple.fr', 'quatre@exemple.fr')
    server.moods
      .set('deux@exemple.fr', 'put-off')
      .set('trois@exemple.fr', 'put-off')
      .set('quatre@exemple.fr', 'put-off')
    await shop.letters.send(draft)
    start()
    await expect.poll(() => shop.queue().filter(({ last_error }) => last_error !== null).length).toBe(3)
    shop.db.exec("UPDATE newsletter_subscriptions SET unsubscribed_at = created_at WHERE email = 'deux@exemple.fr'")
    recordObjection(shop.db, shop.objections, 'trois@exemple.fr')
    shop.db.exec("UPDATE newsletter_subscriptions SET confirmed_at = NULL WHERE email = 'quatre@exemple.fr'")
    server.moods.clear()
    shop.pass(HOUR)
    await finished()
    expect(readers()).toEqual(['un@exemple.fr'])
    expect(shop.letters.list()[0]).toMatchObject({ recipients: 4, sent: 1, dropped: 3 })
  })

  it('is nobody who objected, even where the sign-up is still there', async () => {
    confirm('newsletter', 'un@exemple.fr', 'deux@exemple.fr')
    shop.objections.add('deux@exemple.fr')
    expect((await shop.letters.check(draft)).recipients).toBe(1)
    await shop.letters.send(draft)
    start()
    await finished()
    expect(readers()).toEqual(['un@exemple.fr'])
  })
})

describe('a link to leave', () => {
  const tokenOf = (address: string) =>
    /desinscription\/([\w-]{32})/.exec(letterMails().findLast(({ to }) => to[0] === address)?.text ?? '')?.[1] ?? ''

  it('is the same in each letter to an address, and ends what still waits for it', async () => {
    confirm('newsletter', 'lea@exemple.fr', 'max@exemple.fr')
    await shop.letters.send(draft)
    start()
    await finished()
    const token = tokenOf('lea@exemple.fr')
    await shop.letters.send({ ...draft, text: `${LETTER}\nEncore.` })
    await finished()
    expect(tokenOf('lea@exemple.fr')).toBe(token)
    expect(shop.db.prepare('SELECT count(*) FROM consent_tokens').pluck().get()).toBe(2)
    expect(JSON.stringify(shop.db.prepare('SELECT * FROM consent_tokens').all())).not.toContain(token)
    expect(shop.consent.unsubscribe(token)?.form.name).toBe('newsletter')
    await shop.letters.send({ ...draft, text: `${LETTER}\nEt encore.` })
    await finished()
    expect(readers().filter((reader) => reader === 'lea@exemple.fr')).toHaveLength(2)
    expect(readers().filter((reader) => reader === 'max@exemple.fr')).toHaveLength(3)
  })
})

describe('what the mail server says', () => {
  it('5xx marks the address, and the third letter leaves it out; 4xx waits', async () => {
    confirm('newsletter', 'ferme@exemple.fr', 'plein@exemple.fr')
    server.moods.set('ferme@exemple.fr', 'refuse').set('plein@exemple.fr', 'put-off')
    start()
    await shop.letters.send(draft)
    await expect.poll(() => shop.letters.list()[0]?.failed).toBe(1)
    expect(shop.letters.list()[0]).toMatchObject({ failed: 1, waiting: 1, state: 'going' })
    server.moods.delete('plein@exemple.fr')
    await finished()
    for (const more of ['Deux', 'Trois']) {
      expect((await shop.letters.check({ ...draft, text: LETTER + more })).recipients).toBe(more === 'Deux' ? 2 : 1)
      await shop.letters.send({ ...draft, text: LETTER + more })
      await finished()
    }
    expect(shop.letters.list().map(({ sent, failed }) => [sent, failed])).toEqual([
      [1, 0],
      [1, 1],
      [1, 1],
    ])
  })

  it('a message cut off keeps its Message-ID and is counted as uncertain', async () => {
    confirm('newsletter', 'lea@exemple.fr')
    server.mood = 'drop-after'
    await shop.letters.send(draft)
    start()
    await expect.poll(() => server.received.length).toBeGreaterThan(0)
    server.mood = 'well'
    await finished()
    expect(server.received.length).toBeGreaterThan(1)
    expect(new Set(server.received.map(({ headers }) => headers['message-id'])).size).toBe(1)
    expect(shop.letters.list()[0]).toMatchObject({ sent: 1, uncertain: 1 })
  })

  it('a process that died in the middle counts as a cut', async () => {
    confirm('newsletter', 'lea@exemple.fr')
    await shop.letters.send(draft)
    sender = shop.send()
    await sender.stop()
    shop.db.exec('UPDATE outbox SET sent_at = NULL, claimed_at = created_at; UPDATE letters SET finished_at = NULL')
    shop.pass(HOUR)
    start()
    await finished()
    expect(shop.letters.list()[0]).toMatchObject({ sent: 1, uncertain: 1 })
  })

  it('a message that a killed process was sending keeps nobody else waiting', async () => {
    confirm('newsletter', ...Array.from({ length: 130 }, (_, n) => `lecteur${n}@exemple.fr`))
    await shop.letters.send(draft)
    start()
    await expect.poll(() => server.received.length).toBeGreaterThan(0)
    await sender?.stop()
    shop.db
      .prepare('UPDATE outbox SET sent_at = NULL, claimed_at = ? WHERE id = (SELECT min(id) FROM outbox)')
      .run(shop.clock().toISOString())
    start()
    await expect.poll(() => shop.letters.list()[0]?.sent, { timeout: 20_000 }).toBe(129)
    expect(new Set(readers()).size).toBe(130)
  })
})

describe('the pace', () => {
  it('lets a lead go before the letters that wait', async () => {
    confirm('newsletter', ...Array.from({ length: 12 }, (_, n) => `lecteur${n}@exemple.fr`))
    await shop.letters.send(draft)
    start()
    await expect.poll(() => letterMails().length).toBeGreaterThan(1)
    shop.submit('contact')
    await finished()
    const order = server.received.map(({ to }) => to[0])
    expect(order.indexOf('atelier@hera.example')).toBeLessThan(order.length - 1)
    expect(order.filter((address) => address?.startsWith('lecteur'))).toHaveLength(12)
  })

  it('leaves a fifth of the hour to everything else', async () => {
    shop = openShop(server.url, { perHour: 20 })
    confirm('newsletter', ...Array.from({ length: 18 }, (_, n) => `lecteur${n}@exemple.fr`))
    await shop.letters.send(draft)
    start()
    await expect.poll(() => letterMails().length).toBe(16)
    expect(shop.letters.list()[0]).toMatchObject({ sent: 16, waiting: 2, state: 'going' })
    shop.submit('contact')
    await expect.poll(() => server.received.length).toBe(18)
    expect(letterMails()).toHaveLength(16)
    shop.pass(HOUR + 1000)
    await finished()
  })
})

it('stops what has not gone, and says what was sent', async () => {
  shop = patientShop()
  confirm('newsletter', 'un@exemple.fr', 'deux@exemple.fr')
  server.moods.set('deux@exemple.fr', 'put-off')
  await shop.letters.send(draft)
  start()
  await expect.poll(() => shop.queue().filter(({ last_error }) => last_error !== null).length).toBe(1)
  expect(shop.letters.stop(1)).toBe(true)
  expect(shop.letters.stop(1)).toBe(false)
  expect(shop.letters.stop(99)).toBe(false)
  server.moods.clear()
  shop.pass(HOUR)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(readers()).toEqual(['un@exemple.fr'])
  expect(shop.letters.show(1)).toMatchObject({
    state: 'stopped',
    recipients: 2,
    sent: 1,
    waiting: 0,
    dropped: 1,
    source: LETTER,
  })
  expect(shop.letters.show(99)).toBeUndefined()
})

it('goes to one address as a trial, and is noted nowhere', async () => {
  expect((await shop.letters.test(draft, 'moi@exemple.fr'))?.failed).toBeUndefined()
  expect(server.received).toHaveLength(1)
  expect(server.received[0]?.headers.subject).toBe('[Essai] Le printemps à l’atelier')
  expect(server.received[0]?.headers['list-unsubscribe']).toBe('<https://hera.example/desinscription/lien-personnel>')
  expect(server.received[0]?.text).toContain('https://hera.example/desinscription/lien-personnel')
  expect(shop.letters.list()).toEqual([])
  expect(shop.queue()).toEqual([])
})
