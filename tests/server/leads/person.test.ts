import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  describeErasure,
  findPerson,
  keptByLaw,
  recordObjection,
  writePortableData,
} from '../../../src/server/leads/person.ts'
import { searchLeads } from '../../../src/server/leads/search.ts'
import { addNote } from '../../../src/server/leads/turn.ts'
import { folder, scratchFolder } from '../../support/scratch-folder.ts'
import { backend, setUpTestBackend } from '../test-backend.ts'

scratchFolder()
setUpTestBackend('2026-11-22T10:00:00.000Z', () => join(folder, 'hera.sqlite'))

const note = (reference: string, text: string) =>
  addNote({ ...backend, author: 'marie@privee.example' }, reference, text)

describe('the stored data about a person (RGPD art. 15)', () => {
  it('include the e-mails about their submissions and to their address, and no others', () => {
    const reference = backend.submit('contact', { email: 'lea@exemple.fr' })
    backend.submit('contact', { email: 'autre@exemple.fr' })
    const held = (email: string) => findPerson(backend.db, backend.objections, email)
    expect(held('lea@exemple.fr').emails).toMatchObject([{ kind: 'lead' }, { kind: 'acknowledgement' }])
    backend.mails()
    backend.correct(reference, 'neuve@exemple.fr')
    expect(held('lea@exemple.fr')).toMatchObject({ sent: 0, emails: [{ kind: 'acknowledgement' }] })
    expect(held('neuve@exemple.fr')).toMatchObject({ sent: 1, emails: { length: 2 } })
  })

  it('are copied as plain data without internal columns (RGPD art. 20)', async () => {
    note(backend.submit('newsletter', { email: 'lea@exemple.fr' }), 'Rappeler Léa')
    backend.consent.confirm(backend.mails()[0]?.confirm ?? '')
    backend.submit('contact', { email: 'lea@exemple.fr' })
    backend.objections.add('lea@exemple.fr')
    backend.db.exec("UPDATE leads SET assigned_to = 'marie@privee.example'")
    const file = writePortableData(findPerson(backend.db, backend.objections, 'lea@exemple.fr'))
    const data = JSON.parse(Buffer.concat(await Array.fromAsync(file)).toString())
    expect(data).toMatchObject({ email: 'lea@exemple.fr', objected: true, emails: { length: 4 } })
    expect(data.submissions).toMatchObject([
      {
        form: 'newsletter',
        state: 'confirmée',
        consent: [{ event: 'asked' }, { event: 'confirmed' }],
        thread: [{ kind: 'note', text: 'Rappeler Léa' }],
      },
      { form: 'contact', message: 'Bonjour.', notice: expect.stringContaining('CNIL') },
    ])
    for (const submission of data.submissions)
      expect(Object.keys(submission)).not.toEqual(expect.arrayContaining(['id']))
    expect(JSON.stringify(data)).not.toMatch(/submission_key|marie@privee/)
  })
})

describe('an erasure (RGPD art. 17)', () => {
  it('is described with what it deletes, and with what the law wants kept, until when', () => {
    backend.submit('contact', { email: 'lea@exemple.fr' })
    const reference = backend.submit('withdrawal', { email: 'lea@exemple.fr' })
    expect(describeErasure(backend.db, 'lea@exemple.fr')).toBe('lea@exemple.fr : 2 envois, 4 e-mails.')
    const kept = () => keptByLaw(backend.db, 'lea@exemple.fr', backend.clock())
    expect(kept()).toEqual([`Rétractation ${reference} : à garder jusqu’au 22 novembre 2036 (RGPD art. 17.3).`])
    backend.goTo('2036-11-23T10:00:00.000Z')
    expect(kept(), 'after ten years').toEqual([])
  })

  it('deletes the e-mails to the address, also of a lead that has another since and dated ahead', () => {
    const reference = backend.submit('contact', { email: 'lea@exemple.fr' })
    backend.mails()
    backend.correct(reference, 'neuve@exemple.fr')
    backend.db.exec("UPDATE outbox SET created_at = '2099-01-01T00:00:00.000Z'")
    backend.erase('lea@exemple.fr')
    expect(backend.column('SELECT kind FROM outbox')).toEqual(['lead'])
  })

  it('leaves no word of the person in the bytes of the database after searches and notes', async () => {
    const messages = (word: string) => Array.from({ length: 40 }, (_, n) => `${word}${n} ${word}`)
    for (const message of messages('Zephyrine')) backend.submit('contact', { email: 'zephyrine@exemple.fr', message })
    for (const message of messages('Tramontane')) backend.submit('contact', { email: 'autre@exemple.fr', message })
    const [lead] = await searchLeads(backend.db, 'zephyrine', 100)
    if (lead) note(lead.reference, 'Zephyrinette')
    backend.db.pragma('wal_checkpoint(TRUNCATE)')
    const bytes = () => readFileSync(backend.path).toString('latin1').toLowerCase()
    expect(bytes()).toContain('zephyrinette')
    expect(backend.erase('zephyrine@exemple.fr'), 'submissions that were erased').toBe(40)
    backend.db.pragma('wal_checkpoint(TRUNCATE)')
    expect(bytes()).not.toContain('zephyr')
    expect(await searchLeads(backend.db, 'tramontane', 100), 'submissions of another address').toHaveLength(40)
  })
})

it('an objection (RGPD art. 21) deletes every spelling of the mailbox from the lists, and the messages queued for it', () => {
  backend.submit('newsletter', { email: 'leamartin@gmail.com' })
  backend.submit('waitlist', { email: 'L.ea.Martin+tapis@googlemail.com' })
  backend.submit('newsletter', { email: 'lea.martin@exemple.fr' })
  expect(recordObjection(backend.db, backend.objections, 'lea.martin@gmail.com'), 'sign-ups that were deleted').toBe(2)
  expect(backend.mails().map(({ mail }) => mail.to)).toEqual([['lea.martin@exemple.fr']])
})
