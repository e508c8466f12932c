import { describe, expect, it } from 'vitest'
import { forms } from '../../../../src/forms/index.ts'
import { readFact } from '../../../../src/server/database/small-facts.ts'
import { createStore } from '../../../../src/server/leads/intake/store.ts'
import { answers } from '../../../support/samples.ts'
import { notices } from '../../backend.ts'
import { backend, setUpTestBackend } from '../../test-backend.ts'

const NOW = '2026-11-22T10:00:00.000Z'
const DAY = 86_400_000
const plain = { suspectedSpam: false }

setUpTestBackend(NOW)

describe('a stored submission', () => {
  it('has the page it was sent from, null if unknown, and queues messages, held while it is suspected', () => {
    backend.store.add(forms.contact, answers('contact'), { ...plain, page: '/contact' })
    const reference = backend.submit('contact', { name: 'Luc' }, true)
    const sent = backend.rows('SELECT page, created_at FROM leads')
    expect(sent).toEqual(['/contact', null].map((page) => ({ page, created_at: NOW })))
    const queued = backend.rows('SELECT kind, recipient, hold FROM outbox WHERE reference = ? ORDER BY id', reference)
    expect(queued).toEqual([
      { kind: 'lead', recipient: null, hold: 'suspected' },
      { kind: 'acknowledgement', recipient: 'lea@exemple.fr', hold: 'suspected' },
    ])
    for (let n = 0; n < 51; n++)
      backend.store.add(forms.contact, answers('contact', { email: `p${n}@exemple.fr` }), plain, '192.0.2.1')
    expect(backend.count("outbox WHERE hold = 'network'"), 'above the fifty of a network').toBe(1)
  })

  it('is the same for the same content and key forever; without a key, within ten minutes at any hour', () => {
    const add = (submissionKey?: string, name = 'Léa') =>
      backend.store.add(forms.contact, answers('contact', { name }), { ...plain, submissionKey })
    const first = add('une-cle-de-page')
    backend.goTo(30 * DAY + 9 * 60_000)
    expect(add('une-cle-de-page')).toEqual({ ...first, fresh: false })
    expect(add('une-cle-de-page', 'Autre').fresh, 'other content').toBe(true)
    const { reference } = add()
    backend.goTo(2 * 60_000)
    expect(add()).toMatchObject({ reference, fresh: false })
    expect(add(undefined, 'Autre').fresh, 'other content').toBe(true)
    backend.goTo(15 * 60_000)
    expect(add().fresh, 'after ten minutes').toBe(true)
    for (const list of [forms.waitlist, forms.newsletter]) backend.store.add(list, { email: 'lea@exemple.fr' }, plain)
    expect([backend.count('waitlist_signups'), backend.count('newsletter_subscriptions')], 'two forms').toEqual([1, 1])
  })
})

it('a reference is random, so that that of a known address on a list tells nothing', () => {
  const all = Array.from({ length: 20 }, (_, n) => backend.submit('newsletter', { email: `p${n}@exemple.fr` }))
  for (const reference of all) expect(reference).toMatch(/^N(-[\dA-HJKMNP-TV-Z]{4}){2}$/)
  expect(new Set(all.map((reference) => reference.slice(0, 5))).size, 'different beginnings').toBeGreaterThan(15)
})

describe('the privacy notice', () => {
  it('is stored as the visitor saw it, with the day of its first use; without one nothing is stored', () => {
    backend.submit('contact')
    const shown = backend.column('SELECT text FROM leads JOIN notices ON version = notice_version')
    expect(shown).toEqual([expect.stringContaining('contact@hera.example')])
    expect(() => backend.db.exec('DELETE FROM notices')).toThrow(/FOREIGN KEY/)
    backend.goTo(DAY)
    createStore(backend.db, notices, backend.clock)
    expect(backend.column('SELECT DISTINCT first_used_at FROM notices')).toEqual([NOW])
    const store = createStore(backend.db, {}, backend.clock)
    expect(() => store.add(forms.contact, answers('contact', { name: 'Luc' }), plain)).toThrow('NOT NULL')
    expect(backend.count('contact_messages'), 'messages').toBe(1)
  })

  it('is the version that the visitor saw if it is known and of the same form, otherwise the current one', () => {
    const { contact, waitlist } = notices
    const old = 'abcdef012345'
    backend.db.exec(`INSERT INTO notices VALUES ('${old}', 'contact', 'Ancien texte', '2026-01-01T00:00:00.000Z')`)
    const kept = (noticeVersion = '') => {
      const sent = answers('contact', { name: noticeVersion })
      const { reference } = backend.store.add(forms.contact, sent, { ...plain, noticeVersion })
      return backend.column('SELECT notice_version FROM leads WHERE reference = ?', reference)
    }
    expect(kept(old)).toEqual([old])
    for (const other of ['ffffffffffff', waitlist?.version]) expect(kept(other)).toEqual([contact?.version])
  })
})

describe('an address that is on the list already', () => {
  const join = (suspected = false) => backend.submit('newsletter', { email: 'Lea@exemple.fr' }, suspected)
  const row = () => backend.rows('SELECT * FROM leads JOIN newsletter_subscriptions USING (reference)')
  const events = () => backend.rows('SELECT event, at FROM consent_events ORDER BY id')

  it('gets the response and the disk write of a new one, but adds neither a row nor a proof', () => {
    const reference = join()
    backend.goTo(DAY)
    const again = answers('newsletter', { email: 'lea@EXEMPLE.fr' })
    const stored = backend.store.add(forms.newsletter, again, { ...plain, submissionKey: 'une-cle-de-page' })
    expect(stored).toEqual({ reference, createdAt: NOW, fresh: true })
    expect(readFact(backend.db, 'health')).toBe(backend.clock().toISOString())
    expect(row()).toMatchObject([{ created_at: NOW }])
    expect(events()).toEqual([{ event: 'asked', at: NOW }])
  })

  it('is asked to confirm later if it was entered while no e-mail was set up', () => {
    join()
    backend.consent.unsubscribe(backend.mails()[0]?.unsubscribe ?? '')
    backend.goTo(DAY)
    const store = createStore(backend.db, notices, backend.clock)
    store.add(forms.newsletter, answers('newsletter', { email: 'lea@exemple.fr' }), plain)
    expect(row(), 'a sign-up that was never asked to confirm').toMatchObject([{ asked_at: null }])
    expect(backend.sentKinds(), 'e-mails once e-mail is set up').toEqual(['confirmation'])
  })

  it('is no longer suspected once it is sent without suspicion; another suspected one changes nothing', () => {
    join(true)
    expect(backend.sentKinds(), 'e-mails of a suspected sign-up').toEqual([])
    backend.goTo(DAY)
    join(true)
    expect([row(), backend.sentKinds()]).toMatchObject([[{ suspected_spam: 1 }], []])
    join()
    expect(row()).toMatchObject([{ suspected_spam: 0 }])
    expect(backend.sentKinds()).toEqual(['confirmation'])
    expect(backend.rows('SELECT 1 FROM outbox WHERE hold IS NOT NULL'), 'e-mails that are still held').toEqual([])
  })
})
