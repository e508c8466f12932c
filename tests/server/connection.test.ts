import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { systemClock } from '../../src/server/clock.ts'
import { connect } from '../../src/server/connection.ts'
import { readFact } from '../../src/server/database/small-facts.ts'
import { createOpenMailbox } from '../../src/server/mail/incoming/inbox.ts'
import { appendErasures } from '../../src/server/people/erasures.ts'
import { catchOutput } from '../support/caught-output.ts'
import { folder, scratchFolder } from '../support/scratch-folder.ts'
import { SITE_URL } from './backend.ts'
import { openTestBackend } from './test-backend.ts'

catchOutput()
scratchFolder()

it('a start completes an interrupted erasure, records the key, and begins to copy, to purge and to read the mailbox', async () => {
  const databasePath = join(folder, 'hera.sqlite')
  const { db: before, hash, submit } = openTestBackend('2026-11-20T10:00:00.000Z', databasePath)
  submit('contact', { email: 'lea@exemple.fr' })
  appendErasures(databasePath, [`2026-11-20T10:00:00.001Z ${hash('lea@exemple.fr')}`])
  before.exec('DELETE FROM small_facts')
  before.close()
  const build = { siteUrl: SITE_URL, builtAt: '', commit: '', missing: [], notices: {} }
  const imapUrl = 'imap://u:p@localhost'
  const startIncoming = vi.fn(() => () => undefined)
  const unused = { client: '', mailConfig: undefined, openMail: undefined }
  const mailbox = { imapUrl, startIncoming, openMailbox: createOpenMailbox(imapUrl) }
  const { db, startJobs } =
    connect({ databasePath, hash, build, clock: systemClock, ...unused, ...mailbox }) ?? expect.fail()
  expect(db.prepare('SELECT count(*) FROM leads').pluck().get()).toBe(0)
  expect(readFact(db, 'hash-key')).toBe(hash(''))
  const stop = startJobs()
  await expect.poll(() => readFact(db, 'backup')).toBeDefined()
  expect([readFact(db, 'purge') !== undefined, startIncoming.mock.calls.length]).toEqual([true, 1])
  await stop()
  db.close()
})
