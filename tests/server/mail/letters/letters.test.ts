import { beforeEach, describe, expect, it } from 'vitest'
import { forms } from '../../../../src/forms/index.ts'
import { forgetFact, writeFact } from '../../../../src/server/database/small-facts.ts'
import { createUnsubscribeLinks, endSignUp } from '../../../../src/server/leads/lists/consent.ts'
import { recordObjection } from '../../../../src/server/leads/person.ts'
import { purge } from '../../../../src/server/leads/retention/retention.ts'
import type { Writer } from '../../../../src/server/mail/kinds.ts'
import { letterFigures, letterState, noticeMeans } from '../../../../src/server/mail/letters/describe-letter.ts'
import { createLetterQueue } from '../../../../src/server/mail/letters/letter-queue.ts'
import type { Letters } from '../../../../src/server/mail/letters/letters.ts'
import type { Message } from '../../../../src/server/mail/message.ts'
import { openMailServer } from '../../../smtp.ts'
import { backend, setUpTestBackend } from '../../test-backend.ts'
import { otherLetter, PLAIN_LETTER } from './letter.ts'

const BEGIN = '2026-11-22T10:00:00.000Z'
const LATER = '2026-11-22T18:00:00.000Z'
const MINUTE = 60_000
const SITE_URL = 'https://hera.example'
const DRAFT = PLAIN_LETTER

let letters: Letters
let queueNext: () => boolean
setUpTestBackend(BEGIN)
beforeEach(() => {
  letters = backend.lettersBy()
  const links = createUnsubscribeLinks(backend.db, backend.hash, backend.clock, SITE_URL)
  queueNext = createLetterQueue(backend.db, backend.outbox, backend.objections, links, backend.clock)
})

/** Stores confirmed sign-ups and deletes their own messages from the outbox. Returns their references. */
const confirm = (list: 'newsletter' | 'waitlist', ...names: string[]) => {
  const references = names.map((name) => backend.submit(list, { email: `${name}@exemple.fr` }))
  backend.db.exec(`UPDATE ${forms[list].table} SET confirmed_at = '${backend.clock().toISOString()}' WHERE confirmed_at IS NULL;
    DELETE FROM outbox WHERE kind <> 'letter'`)
  return references
}
const readers = () => backend.mails().flatMap(({ mail }) => mail.to)
const queued = () => backend.rows<{ recipient: string }>('SELECT recipient FROM outbox ORDER BY id')

describe('a letter', () => {
  it('is sent once to each confirmed address of its list, with an unsubscribe link of its own', async () => {
    confirm('newsletter', 'lea', 'max')
    confirm('waitlist', 'attente')
    backend.submit('newsletter', { email: 'jamais@exemple.fr' })
    backend.submit('newsletter', { email: 'suspecte@exemple.fr' }, true)
    backend.db.exec("UPDATE newsletter_subscriptions SET confirmed_at = asked_at WHERE email LIKE 'suspecte%'")
    backend.mails()
    const twice = otherLetter('Bonjour (plus de nouvelles ? [Un clic]({{ desinscription }}))')
    expect(await letters.send(twice)).toEqual({ done: 'queued', id: 1 })
    expect(letters.list()).toMatchObject([{ id: 1, recipients: 2, state: 'going', waiting: 2 }])
    const [first, second, ...others] = backend.mails()
    expect([first?.mail.to, second?.mail.to, others]).toEqual([['lea@exemple.fr'], ['max@exemple.fr'], []])
    expect(first?.mail).toMatchObject({
      subject: 'Le printemps à l’atelier',
      headers: {
        'List-Id': '<newsletter.hera.example>',
        'List-Unsubscribe': `<${SITE_URL}/desinscription/${first?.unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        'Auto-Submitted': 'auto-generated',
      },
    })
    expect(first?.unsubscribe).not.toBe(second?.unsubscribe)
    for (const { mail, unsubscribe } of backend.mails().concat(first ?? [], second ?? [])) {
      expect(mail.text).toContain(unsubscribe)
      expect(mail.html).toContain(unsubscribe)
      expect(mail.text + mail.html).not.toContain('lien-personnel')
    }
    expect(letters.list()).toMatchObject([{ state: 'finished', finishedAt: BEGIN, sent: 2, waiting: 0, dropped: 0 }])
    expect(letters.stop(1), 'a finished letter was stopped').toBe(false)
  })

  it('is not sent again with the same text, whatever its line ends, not even to new recipients', async () => {
    confirm('newsletter', 'lea')
    await letters.send(DRAFT)
    backend.mails()
    backend.goTo(1)
    confirm('newsletter', 'tard')
    const again = { ...DRAFT, text: `\n${DRAFT.text.replaceAll('\n', '\r\n')}` }
    expect(await letters.send(again)).toEqual({ done: 'before', id: 1 })
    expect(await letters.check(again)).toMatchObject({ sentAs: 1, recipients: 2 })
    expect(readers(), 'recipients of the same text a second time').toEqual([])
    expect(letters.list().map(({ id }) => id)).toEqual([1])
    const other = otherLetter('Bonsoir')
    expect((await letters.check(other)).sentAs, 'the letter sent with another text').toBeUndefined()
    expect(await letters.send(other)).toEqual({ done: 'queued', id: 2 })
    expect(letters.list()[0]).toMatchObject({ id: 2, recipients: 2 })
    expect(await letters.send({ ...other, list: 'waitlist' })).toEqual({ done: 'nobody' })
  })

  it('is sent once when it is submitted twice at once', async () => {
    confirm('newsletter', 'lea')
    const both = await Promise.all([letters.send(DRAFT), letters.send(DRAFT)])
    expect(both).toEqual([
      { done: 'queued', id: 1 },
      { done: 'before', id: 1 },
    ])
    expect(readers()).toEqual(['lea@exemple.fr'])
  })

  it('with a finding or without recipients is not sent', async () => {
    expect(await letters.send(DRAFT)).toEqual({ done: 'nobody' })
    confirm('newsletter', 'lea')
    expect(await letters.send({ ...DRAFT, text: DRAFT.text.replace('/faq', '/fac') })).toEqual({ done: 'refused' })
    expect(letters.list(), 'letters that were sent').toEqual([])
  })

  it('may be sent to the lists, but not to another form', async () => {
    expect(letters.lists).toEqual(['waitlist', 'newsletter'])
    await expect(letters.send({ ...DRAFT, list: 'contact' })).rejects.toThrow('contact is no list for letters')
    await expect(letters.check({ ...DRAFT, list: 'contact' })).rejects.toThrow('contact')
  })

  it('is sent as a test to one address, marked as one and stored nowhere', async () => {
    expect(await letters.test(DRAFT, 'moi@exemple.fr'), 'a test without a mail server').toBeUndefined()
    const server = await openMailServer()
    const trial = await backend.lettersBy(server.url).test(DRAFT, 'moi@exemple.fr')
    expect(trial?.failed, 'error of the test').toBeUndefined()
    const place = `${SITE_URL}/desinscription/lien-personnel`
    expect(server.received).toMatchObject([
      {
        to: ['moi@exemple.fr'],
        headers: { subject: '[Essai] Le printemps à l’atelier', 'list-unsubscribe': `<${place}>` },
        text: expect.stringContaining(place),
      },
    ])
    expect([letters.list(), queued()]).toEqual([[], []])
    await server.close()
  })
})

describe('a letter while the key is not that of the database', () => {
  it('is rejected; one that is being sent pauses and continues with the right key', async () => {
    confirm('newsletter', 'lea', 'max')
    recordObjection(backend.db, backend.objections, 'zoe@exemple.fr')
    await letters.send(DRAFT)
    writeFact(backend.db, 'hash-key', 'x'.repeat(43))
    expect(queueNext(), 'messages were queued under another key').toBe(false)
    expect(queued(), 'messages queued under another key').toEqual([])
    const findings = [expect.objectContaining({ what: expect.stringContaining('clé') })]
    const other = { ...DRAFT, text: `${DRAFT.text}\nEncore.` }
    expect((await letters.check(other)).findings).toEqual(findings)
    expect(await letters.send(other)).toEqual({ done: 'refused' })
    backend.submit('newsletter', { email: 'neuve@exemple.fr' })
    expect(queued(), 'confirmation requests under another key').toEqual([])
    expect(backend.count('newsletter_subscriptions WHERE asked_at IS NULL'), 'sign-ups not asked yet').toBe(1)
    forgetFact(backend.db, 'hash-key')
    expect(queueNext(), 'the letter continues under its own key').toBe(true)
    // Sign-ups stored meanwhile are asked to confirm now.
    expect(readers().sort()).toEqual(['lea@exemple.fr', 'max@exemple.fr', 'neuve@exemple.fr'])
  })

  it('is neither composed nor dropped once queued', async () => {
    confirm('newsletter', 'lea')
    recordObjection(backend.db, backend.objections, 'zoe@exemple.fr')
    await letters.send(DRAFT)
    queueNext()
    writeFact(backend.db, 'hash-key', 'x'.repeat(43))
    expect(() => readers()).toThrow('the objections were hashed with another key')
    expect(queued()).toEqual([{ recipient: 'lea@exemple.fr' }])
  })
})

describe('a letter that is being sent', () => {
  it('is queued twenty messages at a time, each time only after those before are sent', async () => {
    confirm('newsletter', ...Array.from({ length: 45 }, (_, n) => `lecteur${n}`))
    expect(queueNext(), 'messages were queued before the letter was sent').toBe(false)
    await letters.send(DRAFT)
    // Confirms after the letter was written, so it is not for them.
    backend.goTo(1)
    confirm('newsletter', 'tard')
    expect(queueNext(), 'the first twenty are queued').toBe(true)
    expect(queued(), 'messages after the first turn').toHaveLength(20)
    expect(queueNext(), 'messages were queued while those before wait').toBe(false)
    backend.sendAll()
    expect(queueNext(), 'the next twenty are queued').toBe(true)
    expect(queued(), 'messages after the second turn').toHaveLength(40)
    expect(letters.list()[0]).toMatchObject({ waiting: 25, sent: 20, state: 'going' })
    expect(readers(), 'recipients after the first twenty').toHaveLength(25)
    expect(queueNext(), 'messages were queued after the last recipient').toBe(false)
    expect(letters.list()[0]).toMatchObject({ state: 'finished', sent: 45 })
  })

  it('continues although a killed process was sending a message of it or one waits for a retry', async () => {
    confirm('newsletter', ...Array.from({ length: 30 }, (_, n) => `lecteur${n}`))
    await letters.send(DRAFT)
    queueNext()
    backend.db.exec(`UPDATE outbox SET claimed_at = '${BEGIN}' WHERE id = 1;
      UPDATE outbox SET next_attempt_at = '2026-11-22T10:05:00.000Z' WHERE id = 2;
      UPDATE outbox SET sent_at = '${BEGIN}' WHERE id > 2`)
    expect(queueNext(), 'the last ten are queued').toBe(true)
    expect(readers(), 'recipients of the last ten messages').toHaveLength(10)
    expect(letters.list()[0]).toMatchObject({ state: 'going', waiting: 2 })
    backend.goTo(11 * MINUTE)
    expect(readers(), 'not the one of which nobody knows whether it arrived').toEqual(['lecteur1@exemple.fr'])
    expect(queueNext(), 'nothing is left').toBe(false)
    expect(letters.list()[0]).toMatchObject({ state: 'finished', sent: 29, failed: 1, uncertain: 1 })
    expect(letters.unreached(1)).toMatchObject([{ email: 'lecteur0@exemple.fr', isUnknown: 1 }])
    const rest = { ...otherLetter('Bonsoir'), restOf: 1 }
    expect((await letters.check(rest)).recipients, 'readers of a corrected one').toBe(0)
  })

  it('is not delayed by a message of another letter that waits for a retry', async () => {
    confirm('newsletter', 'lea', 'max')
    await letters.send(DRAFT)
    queueNext()
    backend.db.exec(
      `UPDATE outbox SET next_attempt_at = '${LATER}' WHERE id = 1; UPDATE outbox SET sent_at = '${BEGIN}' WHERE id > 1`,
    )
    await letters.send(otherLetter('Bonsoir'))
    expect(readers()).toEqual(['lea@exemple.fr', 'max@exemple.fr'])
  })

  it('skips recipients that unsubscribed, objected or were corrected, queued or not', async () => {
    confirm('newsletter', 'un', 'deux', 'trois', 'quatre', 'cinq')
    await letters.send(DRAFT)
    queueNext()
    backend.db.exec(
      "UPDATE newsletter_subscriptions SET unsubscribed_at = (SELECT created_at FROM leads WHERE leads.reference = newsletter_subscriptions.reference) WHERE email = 'deux@exemple.fr'",
    )
    recordObjection(backend.db, backend.objections, 'trois@exemple.fr')
    backend.objections.add('quatre@exemple.fr')
    backend.db.exec("UPDATE newsletter_subscriptions SET confirmed_at = NULL WHERE email = 'cinq@exemple.fr'")
    expect(readers()).toEqual(['un@exemple.fr'])
    expect(letters.list()[0]).toMatchObject({ recipients: 5, sent: 1, dropped: 4, state: 'finished' })
  })

  it('skips a recipient that objected before it was queued, although the sign-up still exists', async () => {
    confirm('newsletter', 'un', 'deux')
    await letters.send(DRAFT)
    backend.objections.add('deux@exemple.fr')
    expect((await letters.check(DRAFT)).recipients, 'recipients without the one that objected').toBe(1)
    queueNext()
    expect(queued()).toEqual([{ recipient: 'un@exemple.fr' }])
  })

  it('counts rejections of the address by the mail server, and the second one ends its letters', async () => {
    const [reference = ''] = confirm('newsletter', 'ferme')
    const refused = backend.writers.letter?.onFailed as NonNullable<Writer['onFailed']>
    const message = { form: 'newsletter', reference } as Message
    refused(message, true)
    refused(message, false)
    expect((await letters.check(DRAFT)).recipients, 'recipients after one rejection of the address').toBe(1)
    refused(message, true)
    expect((await letters.check(DRAFT)).recipients, 'recipients after two rejections').toBe(0)
    expect(() => refused({ ...message, form: 'inconnu' }, true)).not.toThrow()
  })

  it('waits for the letter before it, and a stopped one is not continued', async () => {
    confirm('newsletter', 'lea')
    confirm('waitlist', 'attente')
    await letters.send({ ...DRAFT, list: 'waitlist' })
    await letters.send(DRAFT)
    expect(letters.list().map(({ id, list }) => [id, list])).toEqual([
      [2, 'newsletter'],
      [1, 'waitlist'],
    ])
    letters.stop(1)
    expect(readers()).toEqual(['lea@exemple.fr'])
    expect(letters.list().map(({ state, dropped }) => [state, dropped])).toEqual([
      ['finished', 0],
      ['stopped', 1],
    ])
  })

  it('once stopped, leaves messages being sent or rejected in the outbox, without a retry', async () => {
    confirm('newsletter', 'lea', 'max', 'zoe')
    await letters.send(DRAFT)
    backend.queueLetters()
    const [refused, underWay] = [backend.taken(), backend.taken()]
    backend.outbox.fail(refused, 'refused', '550 inconnu')
    letters.stop(1)
    expect(queued()).toEqual([{ recipient: 'lea@exemple.fr' }, { recipient: 'max@exemple.fr' }])
    expect(letters.unreached(1)).toMatchObject([{ email: 'lea@exemple.fr', reason: '550 inconnu' }])
    expect(letters.list()).toMatchObject([{ stoppedAt: BEGIN, failed: 1, waiting: 1, dropped: 1 }])
    backend.outbox.postpone(underWay, backend.clock(), 'occupé')
    expect(readers(), 'recipients after the stop').toEqual([])
    expect(queued()).toEqual([{ recipient: 'lea@exemple.fr' }])
  })
})

it.each(['newsletter', 'waitlist'] as const)(
  'a letter to the %s that is stopped again and again is sent once to everybody over its parts',
  async (list) => {
    const names = Array.from({ length: 30 }, (_, n) => `p${n}`)
    confirm(list, ...names)
    const reached: unknown[] = []
    for (let part = 1; part <= 4; part++) {
      await letters.send({
        ...DRAFT,
        list,
        text: `${DRAFT.text}\nPartie ${part}.\n`,
        restOf: part === 1 ? null : part - 1,
      })
      queueNext()
      for (let n = 0; n < 5; n++) reached.push(backend.sendNext()?.messages[0].recipient)
      backend.outbox.fail(backend.taken(), part % 2 ? 'refused' : 'expired', 'not reached')
      letters.stop(part)
    }
    await letters.send({ ...DRAFT, list, text: `${DRAFT.text}\nFin.\n`, restOf: 4 })
    expect(
      [...reached, ...readers()].sort(),
      'recipients of all parts, with those whom one part failed to reach',
    ).toEqual(names.map((name) => `${name}@exemple.fr`).sort())
  },
)

it('letterState and letterFigures describe the progress of a letter in words', () => {
  const figures = { recipients: 9, sent: 1, waiting: 2, failed: 1, dropped: 5, uncertain: 0 }
  const one = {
    ...figures,
    id: 1,
    list: 'newsletter',
    subject: 'S',
    state: 'going',
    createdAt: BEGIN,
    restOf: null,
  } as const
  const now = new Date('2026-11-23T09:00:00.000Z')
  expect(letterState({ ...one, finishedAt: null, stoppedAt: null }, now)).toBe('en cours')
  const [finished, stopped] = [
    { ...one, state: 'finished', finishedAt: BEGIN, stoppedAt: null },
    { ...one, state: 'stopped', finishedAt: null, stoppedAt: BEGIN },
  ] as const
  expect(letterState(finished, now)).toBe('finie hier à 11 h')
  expect(letterState(stopped, now)).toBe('arrêtée hier à 11 h')
  expect(letterFigures(finished)).toBe('9 destinataires : 1 partie, 2 en attente, 1 refusée, 5 retirées')
})

describe('the notice to the waiting list', () => {
  it('is sent in waves in the order of sign-up, to nobody twice; the others stay on the list', async () => {
    confirm('waitlist', ...Array.from({ length: 30 }, (_, n) => `p${String(n).padStart(2, '0')}`))
    const notice = { ...DRAFT, list: 'waitlist', firstReaders: 13 }
    // As soon as anybody has objected, the addresses are counted one by one.
    backend.objections.add('quelqu.un@exemple.fr')
    expect(await letters.check(notice)).toMatchObject({ recipients: 13, staying: 17 })
    expect(await letters.send(notice)).toMatchObject({ done: 'queued' })
    expect(letters.list()[0]).toMatchObject({ recipients: 13, waiting: 13 })
    const first = readers()
    expect(first, 'recipients of the first wave').toHaveLength(13)
    expect([first[0], first.at(-1)]).toEqual(['p00@exemple.fr', 'p12@exemple.fr'])
    expect(letters.list()[0]).toMatchObject({ state: 'finished', sent: 13 })
    const second = { ...notice, firstReaders: 17 }
    expect(await letters.check(second)).toMatchObject({ recipients: 17, staying: 0 })
    expect(noticeMeans(17, 0), 'if nobody stays').not.toMatch(/reste/)
    expect(
      [noticeMeans(1, 1), noticeMeans(13, 17)].map((said) =>
        /(La|Les \d+) suivantes? reste(nt)? inscrites?/.test(said),
      ),
    ).toEqual([true, true])
    await letters.send(second)
    const rest = readers()
    expect([rest.length, rest[0]]).toEqual([17, 'p13@exemple.fr'])
    expect(await letters.send(second)).toEqual({ done: 'nobody' })
  })

  it('is sent to those who waited before those who unsubscribed and signed up again', async () => {
    confirm('waitlist', 'partie', 'patiente')
    const [signUp] = backend.rows<{ reference: string }>(
      "SELECT reference FROM waitlist_signups WHERE email LIKE 'partie%'",
    )
    endSignUp(backend.db, signUp?.reference ?? '', backend.clock().toISOString())
    backend.goTo(MINUTE)
    backend.submit('waitlist', { email: 'partie@exemple.fr' })
    backend.consent.confirm(backend.mails()[0]?.confirm ?? '')
    backend.mails()
    const wave = { ...DRAFT, list: 'waitlist', firstReaders: 1 }
    await letters.send(wave)
    expect(readers(), 'recipients of the first wave').toEqual(['patiente@exemple.fr'])
    await letters.send({ ...wave, text: otherLetter('Bonsoir').text })
    expect(readers(), 'recipients of the second').toEqual(['partie@exemple.fr'])
  })

  it('ends a sign-up, so that a later one of the address starts anew, stays and receives the next notice', async () => {
    const notice = { ...DRAFT, list: 'waitlist' }
    backend.submit('waitlist', { email: 'lea@exemple.fr' })
    const [first] = backend.mails()
    backend.consent.confirm(first?.confirm ?? '')
    backend.mails()
    await letters.send(notice)
    expect(readers()).toEqual(['lea@exemple.fr'])
    backend.goTo(MINUTE)
    backend.submit('waitlist', { email: 'lea@exemple.fr' })
    const [asked] = backend.mails()
    expect(asked?.kind, 'the e-mail after the new sign-up').toBe('confirmation')
    expect(backend.consent.confirm(first?.confirm ?? ''), 'confirmed by a link from before the notice').toBeUndefined()
    expect(purge(backend.db, backend.goTo(61 * MINUTE)).waitlist, 'purged before they confirm again').toBe(0)
    backend.consent.confirm(asked?.confirm ?? '')
    backend.mails()
    expect(purge(backend.db, backend.goTo(61 * MINUTE)).waitlist, 'purged although they signed up again').toBe(0)
    await letters.send({ ...notice, text: otherLetter('Bonsoir').text })
    expect(readers(), 'recipients of the next notice').toEqual(['lea@exemple.fr'])
    expect(purge(backend.db, backend.goTo(61 * MINUTE)).waitlist, 'purged once it was sent').toBe(1)
  })
})
