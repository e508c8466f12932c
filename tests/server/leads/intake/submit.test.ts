import { expect, it, vi } from 'vitest'
import { noticesFor } from '../../../../src/copy/notices.ts'
import { forms } from '../../../../src/forms/index.ts'
import { createCommit } from '../../../../src/server/database/commit.ts'
import { createStore } from '../../../../src/server/leads/intake/store.ts'
import { createSubmit } from '../../../../src/server/leads/intake/submit.ts'
import { catchOutput, written } from '../../../support/caught-output.ts'
import { openMemory } from '../../../support/memory-database.ts'
import { valid } from '../../../support/samples.ts'

catchOutput()
const DISK_FULL = new Error('disk full')
const BUSY = Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' })

/** Returns the function under test; the next submissions fail with the errors in `failures`. */
function open() {
  const clock = () => new Date('2026-11-21T10:00:00Z')
  const db = openMemory()
  const store = createStore(db, noticesFor({}), clock)
  const failures: Error[] = []
  const add: typeof store.add = db.transaction((...given) => {
    const stored = store.add(...(given as Parameters<typeof store.add>))
    const failure = failures.pop()
    if (failure) throw failure
    return stored
  })
  const committed = vi.fn()
  const failed = vi.fn()
  const services = { store: { add }, commit: createCommit(db), assertInPlace() {}, clock, committed, failed }
  const submit = createSubmit({ ...services, confirmationMail: () => 'now' })
  /** What is suspected of each stored lead. */
  const stored = () => db.prepare('SELECT suspected_spam FROM leads').pluck().all()
  return { submit, failures, committed, failed, stored }
}

it('a sign-up counts as new each time, unless its key was stored before', async () => {
  const { submit } = open()
  const plain = { email: 'lea@exemple.fr' }
  const keyed = { ...plain, submission_key: 'une-cle-de-page' }
  const other = { ...keyed, email: 'autre@exemple.fr' }
  const fresh = []
  for (const body of [plain, plain, keyed, keyed, other]) fresh.push(await submit('waitlist', body))
  expect(fresh).toMatchObject([true, true, true, false, true].map((fresh) => ({ kind: 'stored', fresh })))
  expect(fresh[0]).toMatchObject({ message: expect.stringContaining('Dernier geste') })
})

it.each(['known', 'unknown'])(
  'a sign-up that was not committed is no retry, for an address that was %s',
  async (which) => {
    const { submit, failures } = open()
    if (which === 'known') await submit('waitlist', { email: 'lea@exemple.fr' })
    const body = { email: 'lea@exemple.fr', submission_key: 'une-cle-de-page' }
    failures.push(DISK_FULL)
    expect(await submit('waitlist', body)).toMatchObject({ kind: 'failed' })
    expect(await submit('waitlist', body)).toMatchObject({ kind: 'stored', fresh: true })
    expect(await submit('waitlist', body)).toMatchObject({ kind: 'stored', fresh: false })
  },
)

it('a submission is tried once more if another process held the lock', async () => {
  const { submit, failures, stored, committed } = open()
  failures.push(BUSY)
  expect(await submit('contact', valid.contact ?? {})).toMatchObject({ kind: 'stored', fresh: true })
  failures.push(BUSY, BUSY)
  expect(await submit('contact', { ...valid.contact, name: 'Luc' })).toMatchObject({ kind: 'failed' })
  expect([stored().length, committed.mock.calls.length]).toEqual([1, 1])
})

it('a submission that the disk rejects fails and is logged without its values', async () => {
  const { submit, failures, committed, failed } = open()
  failures.push(DISK_FULL)
  const { failure: message } = forms.ambassador
  expect(await submit('ambassador', valid.ambassador ?? {})).toEqual({ kind: 'failed', message })
  expect(committed).not.toHaveBeenCalled()
  expect(failed, 'so that /api/health tells').toHaveBeenCalledWith(DISK_FULL)
  expect(written.err).toMatch(/ERROR store ambassador: Error: disk full/)
  expect(written.err).not.toContain('noa@')
})
