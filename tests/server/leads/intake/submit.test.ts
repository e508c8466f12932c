import { describe, expect, it, vi } from 'vitest'
import { noticesFor } from '../../../../src/copy/notices.ts'
import type { ConfirmationMail } from '../../../../src/forms/form.ts'
import { forms } from '../../../../src/forms/index.ts'
import { createStore } from '../../../../src/server/leads/intake/store.ts'
import { createSubmit } from '../../../../src/server/leads/intake/submit.ts'
import { openMemory } from '../../../support/memory-database.ts'
import { valid } from '../../../support/samples.ts'

describe('a sign-up that could not be committed', () => {
  it.each(['known', 'unknown'])('is no retry when it is sent again, for an address that was %s', async (which) => {
    const clock = () => new Date('2026-11-21T10:00:00Z')
    const db = openMemory()
    let failing = false
    const store = createStore(db, noticesFor({}), clock)
    const add: typeof store.add = db.transaction((...given) => {
      const stored = store.add(...(given as Parameters<typeof store.add>))
      if (failing) throw new Error('disk full')
      return stored
    })
    const submit = createSubmit({
      store: { add },
      assertInPlace() {},
      clock,
      committed() {},
      failed() {},
      confirmationMail: () => 'none',
    })
    if (which === 'known') await submit('waitlist', { email: 'lea@exemple.fr' })

    const body = { email: 'lea@exemple.fr', submission_key: 'une-cle-de-page' }
    failing = true
    expect(await submit('waitlist', body)).toMatchObject({ kind: 'failed' })
    failing = false
    expect(await submit('waitlist', body)).toMatchObject({ kind: 'stored', fresh: true })
    expect(await submit('waitlist', body)).toMatchObject({ kind: 'stored', fresh: false })
  })
})

describe('a submission', () => {
  const NOW = '2026-11-21T10:00:00.000Z'
  /** Returns the function under test and a count of the calls of `committed`. */
  function open({ failures = [] as Error[], confirmation = 'none' as ConfirmationMail } = {}) {
    const clock = () => new Date(NOW)
    const db = openMemory()
    let committed = 0
    const store = createStore(db, noticesFor({}), clock)
    const submit = createSubmit({
      store: {
        add(...given) {
          const failure = failures.pop()
          if (failure) throw failure
          return store.add(...given)
        },
      },
      assertInPlace() {},
      clock,
      committed: () => {
        committed += 1
      },
      failed() {},
      confirmationMail: () => confirmation,
    })
    const rows = () => db.prepare('SELECT count(*) FROM leads JOIN contact_messages USING (reference)').pluck().get()
    const suspected = () => db.prepare('SELECT suspected_spam FROM leads').pluck().all()
    return { submit, rows, suspected, committed: () => committed }
  }

  it('is stored and its e-mails are started', async () => {
    const { submit, rows, committed } = open()
    expect(await submit('contact', valid.contact ?? {})).toEqual({
      kind: 'stored',
      fresh: true,
      message: forms.contact.success,
      reference: expect.stringMatching(/^C-/),
      createdAt: NOW,
    })
    expect([rows(), committed()]).toEqual([1, 1])
    expect(await submit('contact', valid.contact ?? {})).toMatchObject({ fresh: false })
    const keyed = { ...valid.contact, message: 'Avec une clé', submission_key: 'une-cle-de-page' }
    expect([await submit('contact', keyed), await submit('contact', keyed)]).toMatchObject([
      { fresh: true },
      { fresh: false },
    ])
  })

  it('to a list counts as new each time without a key', async () => {
    const { submit } = open({ confirmation: 'now' })
    const body = { email: 'lea@exemple.fr' }
    const answers = [await submit('waitlist', body), await submit('waitlist', body)]
    for (const answer of answers)
      expect(answer).toMatchObject({ kind: 'stored', fresh: true, message: expect.stringContaining('Dernier geste') })
  })

  it('with a filled trap, or sent within a moment, is marked, and answered like any other', async () => {
    const { submit, suspected } = open()
    const sent = [
      await submit('contact', { ...valid.contact, confirm_subject: 'x' }),
      await submit('ambassador', { ...valid.ambassador, elapsed_ms: '5' }),
    ]
    expect(sent).toMatchObject(Array(2).fill({ kind: 'stored', fresh: true }))
    expect(suspected()).toEqual([1, 1])
  })

  it('with errors returns them and is not stored', async () => {
    const { submit, rows, committed } = open()
    expect(await submit('contact', { ...valid.contact, message: '' })).toEqual({
      kind: 'invalid',
      message: 'Il manque une réponse.',
      errors: { message: expect.stringContaining('Remplissez') },
    })
    expect([rows(), committed()]).toEqual([0, 0])
  })

  it('is tried once more if another process held the lock', async () => {
    const busy = Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' })
    const { submit, rows } = open({ failures: [busy] })
    expect(await submit('contact', valid.contact ?? {})).toMatchObject({ kind: 'stored', fresh: true })
    const held = open({ failures: [busy, busy] })
    expect(await held.submit('contact', valid.contact ?? {})).toMatchObject({ kind: 'failed' })
    expect([rows(), held.rows()]).toEqual([1, 0])
  })

  it('that the disk rejects fails and is logged without its values', async () => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const { submit, committed } = open({ failures: [new Error('disk full')] })
    expect(await submit('ambassador', valid.ambassador ?? {})).toEqual({
      kind: 'failed',
      message: forms.ambassador.failure,
    })
    expect(committed(), 'calls of `committed`').toBe(0)
    expect(written.mock.calls.join()).toMatch(/ERROR store ambassador: Error: disk full/)
    expect(written.mock.calls.join()).not.toContain('noa@')
    written.mockRestore()
  })
})
