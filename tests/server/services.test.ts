import { afterEach, describe, expect, it, vi } from 'vitest'
import { noticesFor } from '../../src/copy/notices.ts'
import { createConfirmLinks, createUnsubscribeLinks } from '../../src/server/leads/lists/consent.ts'
import { createQueueMessage } from '../../src/server/mail/announce.ts'
import { createOrder } from '../../src/server/mail/order.ts'
import { createOutbox } from '../../src/server/mail/outbox.ts'
import { createKeyedHash } from '../../src/server/people/keyed-hash.ts'
import { createObjections } from '../../src/server/people/objections.ts'
import { createServices } from '../../src/server/services.ts'
import { systemRandom } from '../../src/server/tokens.ts'
import { insertMessage } from '../support/insert-rows.ts'
import { db, setUpDatabase } from '../support/memory-database.ts'
import { valid } from '../support/samples.ts'

const SITE_URL = 'https://hera.example'
const STAFF = 'atelier@hera.example'
const clock = () => new Date()
const hash = createKeyedHash(':memory:')

setUpDatabase()
afterEach(() => vi.restoreAllMocks())

/** Returns the services of the pages, with or without e-mail, and a spy for wake() of the sender. */
function open(withMail: boolean) {
  const build = {
    siteUrl: SITE_URL,
    builtAt: '2026-11-01T00:00:00.000Z',
    commit: '',
    missing: [],
    campaignEnds: '2027-01-01',
    notices: noticesFor({ nom: 'Hera', email: 'contact@hera.example' }),
  }
  const objections = createObjections(db, hash, clock)
  const outbox = createOutbox(db, clock, () => `${systemRandom(8).toString('hex')}@hera.example`)
  const queueMessage = createQueueMessage(db, outbox, objections, clock)
  const wake = vi.fn()
  const services = createServices({
    db,
    databasePath: ':memory:',
    hash,
    build,
    client: '',
    mailConfig: undefined,
    mail: withMail
      ? {
          queueMessage,
          outbox,
          isFull: createOrder(db, clock, { to: [STAFF], toByForm: {}, perHour: 300 }).isFull,
          staff: [STAFF],
          colleagues: [],
          tell: { erased: async () => true, repair: async () => true, hasOperator: false },
          sender: { wake, stop: async () => undefined },
        }
      : undefined,
  })
  const confirmLink = createConfirmLinks(db, clock, SITE_URL)
  const unsubscribeLink = createUnsubscribeLinks(db, hash, clock, SITE_URL)
  return { services, confirmLink, unsubscribeLink, wake }
}
const rows = (sql: string) => db.prepare<[], Record<string, unknown>>(sql).all()
const email = 'lea@exemple.fr'

describe('services with e-mail', () => {
  it('tell a sign-up that its e-mail takes hours if the hour is full', async () => {
    const sent_at = new Date(Date.now() - 10 * 60_000).toISOString()
    const oneWent = () => insertMessage(db, sent_at, { kind: 'confirmation', recipient: 'a@b.fr', sent_at })
    for (let n = 0; n < 239; n++) oneWent()
    expect(open(true).services.confirmationMail()).toBe('now')
    oneWent()
    const { services } = open(true)
    expect(await services.submit('newsletter', { email })).toMatchObject({
      kind: 'stored',
      message: expect.stringContaining('que vous recevrez dans les heures qui viennent'),
    })
    expect(open(false).services.confirmationMail()).toBe('none')
  })

  it('a sign-up is asked to confirm, and the links of its e-mail do what they say', async () => {
    const { services, confirmLink, unsubscribeLink, wake } = open(true)
    const outcome = await services.submit('newsletter', { email })
    expect(outcome).toMatchObject({ kind: 'stored', message: expect.stringContaining('Dernier geste') })
    expect(rows('SELECT kind FROM outbox ORDER BY id')).toEqual([{ kind: 'confirmation' }])
    expect(wake).toHaveBeenCalledTimes(1)

    const reference = outcome.kind === 'stored' ? outcome.reference : ''
    const tokenOf = (link: string) => link.slice(-32)
    expect(await services.confirm(tokenOf(confirmLink(reference)))).toBe('newsletter')
    expect(rows("SELECT kind FROM outbox WHERE kind = 'welcome'")).toEqual([{ kind: 'welcome' }])
    expect(wake).toHaveBeenCalledTimes(2)
    expect(await services.unsubscribe(tokenOf(unsubscribeLink({ form: 'newsletter', reference })))).toBe('newsletter')
    for (const answer of [services.confirm, services.unsubscribe])
      expect(await answer('x'.repeat(32)), 'form of an unknown link').toBeUndefined()
  })
})

describe('services without e-mail', () => {
  it('store a submission without a request to confirm or a queued message', async () => {
    const { services, wake } = open(false)
    expect(await services.submit('newsletter', { email })).toMatchObject({
      kind: 'stored',
      message: expect.not.stringContaining('Dernier geste'),
    })
    expect([rows('SELECT 1 FROM outbox'), wake.mock.calls]).toEqual([[], []])
    expect(services.requestLink, 'a function that sends sign-in links').toBeUndefined()
    expect(services.siteUrl).toBe(SITE_URL)
  })

  it('mark a suspected submission but respond as to a valid one', async () => {
    const { services } = open(false)
    const trapped = { ...valid.contact, confirm_subject: 'x' }
    const fast = { ...valid.ambassador, elapsed_ms: '5' }
    expect((await services.submit('contact', trapped)).kind).toBe('stored')
    expect((await services.submit('ambassador', fast)).kind).toBe('stored')
    const marks = (table: string) => rows(`SELECT suspected_spam FROM leads JOIN ${table} USING (reference)`)
    expect([marks('contact_messages'), marks('ambassador_applications')]).toEqual([
      [{ suspected_spam: 1 }],
      [{ suspected_spam: 1 }],
    ])
  })
})
