import { beforeEach, describe, expect, it } from 'vitest'
import { forms } from '../../../../src/forms/index.ts'
import { writeFact } from '../../../../src/server/database/small-facts.ts'
import { endSignUp } from '../../../../src/server/leads/lists/consent.ts'
import { recordObjection } from '../../../../src/server/leads/person.ts'
import { purge } from '../../../../src/server/leads/retention/retention.ts'
import { letterSummaries, stopLetter, unreachedBy } from '../../../../src/server/mail/letters/letter-rows.ts'
import type { Letters } from '../../../../src/server/mail/letters/letters.ts'
import { suspendMessages } from '../../../../src/server/mail/outbox-admin.ts'
import { PLAIN_LETTER as DRAFT, otherLetter } from '../../../support/letter.ts'
import { SITE_URL } from '../../backend.ts'
import { backend, setUpTestBackend } from '../../test-backend.ts'

const BEGIN = '2026-11-22T10:00:00.000Z'
const MINUTE = 60_000

let letters: Letters
setUpTestBackend(BEGIN)
beforeEach(() => {
  letters = backend.lettersBy()
})

/** Stores confirmed sign-ups and deletes their own messages from the outbox. Returns their references. */
const confirm = (list: 'newsletter' | 'waitlist', ...names: string[]) => {
  const references = names.map((name) => backend.submit(list, { email: `${name}@exemple.fr` }))
  backend.db.exec(`UPDATE ${forms[list].table} SET confirmed_at = '${backend.clock().toISOString()}' WHERE confirmed_at IS NULL;
    DELETE FROM outbox WHERE kind <> 'letter'`)
  return references
}
const many = (count: number) => Array.from({ length: count }, (_, n) => `p${String(n).padStart(3, '0')}`)
const stop = (id: number) => stopLetter(backend.db, backend.clock, id)
const readers = () => backend.mails().flatMap(({ mail }) => mail.to)

describe('a letter', () => {
  it('goes to each confirmed address of its list, with an unsubscribe link of its own', async () => {
    confirm('newsletter', 'lea', 'max')
    confirm('waitlist', 'attente')
    backend.submit('newsletter', { email: 'jamais@exemple.fr' })
    backend.submit('newsletter', { email: 'suspecte@exemple.fr' }, true)
    backend.db.exec("UPDATE newsletter_subscriptions SET confirmed_at = asked_at WHERE email LIKE 'suspecte%'")
    backend.mails()
    const twice = otherLetter('Bonjour (plus de nouvelles ? [Un clic]({{ desinscription }}))')
    expect(await letters.send(twice)).toEqual({ id: 1, isNew: true })
    const [first, second, ...others] = backend.mails()
    expect([first?.mail.to, second?.mail.to, others]).toEqual([['lea@exemple.fr'], ['max@exemple.fr'], []])
    expect(first?.mail).toMatchObject({
      subject: 'Le printemps à l’atelier',
      headers: { 'List-Id': '<newsletter.hera.example>', 'Auto-Submitted': 'auto-generated' },
    })
    expect(first?.unsubscribe).not.toBe(second?.unsubscribe)
    for (const { mail, unsubscribe } of [first, second].flatMap((one) => one ?? [])) {
      expect(mail.headers['List-Unsubscribe']).toBe(`<${SITE_URL}/desinscription/${unsubscribe}>`)
      for (const words of [mail.text, mail.html]) expect(words).toContain(unsubscribe)
      expect(mail.text + mail.html).not.toContain('lien-personnel')
    }
  })

  it('is not sent again with the same text, whatever its line ends, not even to new recipients', async () => {
    confirm('newsletter', 'lea')
    await letters.send(DRAFT)
    backend.mails()
    confirm('newsletter', 'tard')
    const again = { ...DRAFT, text: `\n${DRAFT.text.replaceAll('\n', '\r\n')}` }
    expect(await letters.send(again)).toEqual({ id: 1, isNew: false })
    expect(await letters.check(again)).toMatchObject({ sentAs: 1, recipients: 2 })
    expect(readers(), 'recipients of the same text a second time').toEqual([])
    expect(await letters.send(otherLetter('Bonsoir'))).toEqual({ id: 2, isNew: true })
  })

  it('to the first ones of a list is sent once when it is submitted twice at once', async () => {
    confirm('waitlist', 'lea', 'max', 'zoe')
    const letter = { ...DRAFT, list: 'waitlist', firstReaders: 1 }
    const both = await Promise.all([letters.send(letter), letters.send(letter)])
    expect(both.map((sent) => sent?.isNew)).toEqual([true, false])
    expect(readers()).toHaveLength(1)
  })

  it('with a finding, without recipients or to a form that is no list is not sent', async () => {
    expect(await letters.send(DRAFT)).toEqual(undefined)
    confirm('newsletter', 'lea')
    expect(await letters.send({ ...DRAFT, text: DRAFT.text.replace('/faq', '/fac') })).toEqual(undefined)
    expect(await letters.send({ ...DRAFT, text: '>'.repeat(3000) }), 'too deep for the stack').toBeUndefined()
    await expect(letters.send({ ...DRAFT, list: 'contact' })).rejects.toThrow('contact is no list for letters')
    expect(letterSummaries(backend.db), 'letters that were sent').toEqual([])
  })

  it('waits while the key is not that of the database, because nobody knows who objected', async () => {
    confirm('newsletter', 'lea')
    recordObjection(backend.db, backend.objections, 'zoe@exemple.fr')
    await letters.send(DRAFT)
    writeFact(backend.db, 'hash-key', 'x'.repeat(43))
    expect(() => readers()).toThrow('the objections were hashed with another key')
    expect(backend.column('SELECT recipient FROM outbox')).toEqual(['lea@exemple.fr'])
    const findings = [expect.objectContaining({ what: expect.stringContaining('clé') })]
    expect((await letters.check(otherLetter('Bonsoir'))).findings).toEqual(findings)
    expect(await letters.send(otherLetter('Bonsoir'))).toEqual(undefined)
  })

  it('skips who unsubscribed, objected, was suspended or began anew since it was sent', async () => {
    const [, second = '', , , , sixth] = confirm('newsletter', 'un', 'deux', 'trois', 'quatre', 'cinq', 'six')
    await letters.send(DRAFT)
    backend.goTo(1)
    endSignUp(backend.db, second, backend.clock().toISOString())
    recordObjection(backend.db, backend.objections, 'trois@exemple.fr')
    backend.objections.add('quatre@exemple.fr')
    const later = backend.clock().toISOString()
    backend.db.prepare('UPDATE leads SET suspended_at = ? WHERE reference = ?').run(later, sixth)
    backend.db.exec(`UPDATE newsletter_subscriptions SET confirmed_at = '${later}' WHERE email = 'cinq@exemple.fr'`)
    expect(readers()).toEqual(['un@exemple.fr'])
    const [summary] = letterSummaries(backend.db)
    expect(summary).toMatchObject({ recipients: 6, sent: 1, dropped: 5, state: 'finished' })
    expect(summary, 'with its pictures').not.toHaveProperty('html')
    expect((await letters.check(otherLetter('Bonsoir'))).recipients, 'recipients of the next').toBe(2)
  })
})

it('an address that refused two letters gets no other until it is entered again', async () => {
  confirm('newsletter', 'lea')
  const left = async () => (await letters.check(otherLetter('Bonsoir'))).recipients
  for (const [words, readers] of [['Un', 1] as const, ['Deux', 0] as const]) {
    await letters.send(otherLetter(words))
    const refused = backend.taken()
    backend.results.fail(refused, 'refused', '550')
    backend.writers.letter.onFailed?.(refused.messages[0], true)
    expect(await left(), words).toBe(readers)
  }
  backend.submit('newsletter', { email: 'lea@exemple.fr' })
  expect(await left(), 'entered again').toBe(1)
})

it('the rest of a letter in a restored copy goes to nobody whom it may have reached since', async () => {
  confirm('newsletter', 'lea')
  await letters.send(DRAFT)
  suspendMessages(backend.db, backend.clock)
  expect((await letters.check({ ...otherLetter('Bonsoir'), restOf: 1 })).recipients).toBe(0)
})

it.each(['newsletter', 'waitlist'] as const)(
  'a letter to the %s of 300 that is stopped at 105 and corrected reaches nobody twice, and names who was cut off',
  async (list) => {
    confirm(list, ...many(300))
    await letters.send({ ...DRAFT, list })
    const reached: unknown[] = []
    const sendSome = (count: number) => {
      for (let n = 0; n < count; n++) reached.push(backend.sendNext()?.messages[0].recipient)
    }
    sendSome(60)
    // Killed while it sent the next one, and started again.
    backend.taken()
    backend.results.settle()
    sendSome(45)
    stop(1)
    expect(unreachedBy(backend.db, 1)).toMatchObject([{ email: 'p060@exemple.fr', isUnknown: 1 }])
    const corrected = { ...otherLetter('Bonsoir'), list, restOf: 1 }
    expect((await letters.check(corrected)).recipients).toBe(194)
    await letters.send(corrected)
    backend.results.fail(backend.taken(), 'refused', 'not reached')
    sendSome(3)
    stop(2)
    await letters.send({ ...otherLetter('Fin'), list, restOf: 2 })
    backend.goTo(60 * MINUTE)
    sendSome(191)
    expect(backend.order.claim()).toBeUndefined()
    expect([new Set(reached).size, reached.includes('p060@exemple.fr')]).toEqual([reached.length, false])
    expect(reached).toHaveLength(299)
  },
)

describe('the notice to the waiting list', () => {
  it('is sent in waves in the order of sign-up, to nobody twice; the others stay on the list', async () => {
    confirm('waitlist', ...many(30))
    const notice = { ...DRAFT, list: 'waitlist', firstReaders: 13 }
    expect(await letters.check(notice)).toMatchObject({ recipients: 13, staying: 17 })
    await letters.send(notice)
    const first = readers()
    expect([first.length, first[0], first.at(-1)]).toEqual([13, 'p000@exemple.fr', 'p012@exemple.fr'])
    const second = { ...notice, firstReaders: 17 }
    expect(await letters.check(second)).toMatchObject({ recipients: 17, staying: 0 })
    await letters.send(second)
    const rest = readers()
    expect([rest.length, rest[0]]).toEqual([17, 'p013@exemple.fr'])
    expect(await letters.send(second)).toEqual(undefined)
  })

  it('ends a sign-up, so that a later one of the address starts anew, stays and receives the next notice', async () => {
    const notice = { ...DRAFT, list: 'waitlist' }
    const first = backend.joinConfirmed('lea@exemple.fr', 'waitlist')
    await letters.send(notice)
    expect(readers()).toEqual(['lea@exemple.fr'])
    backend.goTo(MINUTE)
    const second = backend.join('lea@exemple.fr', 'waitlist')
    expect(backend.consent.confirm(first.confirm), 'confirmed by a link from before the notice').toBeUndefined()
    expect(backend.consent.confirm(second.confirm), 'confirmed by the link after it').toBeDefined()
    backend.mails()
    expect(purge(backend.db, backend.goTo(61 * MINUTE)).waitlist, 'purged although they signed up again').toBe(0)
    await letters.send({ ...notice, text: otherLetter('Bonsoir').text })
    expect(readers(), 'recipients of the next notice').toEqual(['lea@exemple.fr'])
    expect(purge(backend.db, backend.goTo(61 * MINUTE)).waitlist, 'purged once it was sent').toBe(1)
  })
})
