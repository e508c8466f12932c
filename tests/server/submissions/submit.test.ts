import { describe, expect, it } from 'vitest'
import { noticesFor } from '../../../src/copy/notices.ts'
import type { Commit } from '../../../src/server/database/commit.ts'
import { openDatabase } from '../../../src/server/database/database.ts'
import { createStore } from '../../../src/server/submissions/store.ts'
import { createSubmit } from '../../../src/server/submissions/submit.ts'

describe('a sign-up that could not be committed', () => {
  it.each(['known', 'unknown'])('is no retry when it is sent again, for an address that was %s', async (which) => {
    const clock = () => new Date('2026-11-21T10:00:00Z')
    const db = openDatabase(':memory:')
    let failing = false
    const commit: Commit = async (job) =>
      db.transaction(() => {
        const result = job()
        if (failing) throw new Error('disk full')
        return result
      })()
    const submit = createSubmit({
      store: createStore(db, noticesFor({}), clock),
      commit,
      mailbox: { take: () => 0 },
      clock,
      contactEmail: '',
      committed() {},
      sendsEmail: false,
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
