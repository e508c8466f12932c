import { randomUUID } from 'node:crypto'
import { noticesFor } from '../../src/copy/notices.ts'
import { forms } from '../../src/forms/index.ts'
import { systemClock } from '../../src/server/clock.ts'
import { type Database, openDatabase } from '../../src/server/database/database.ts'
import { createStore } from '../../src/server/leads/intake/store.ts'
import { createLetters } from '../../src/server/mail/letters/letters.ts'
import { createOutbox } from '../../src/server/mail/outbox.ts'
import { createKeyedHash } from '../../src/server/people/keyed-hash.ts'
import { createObjections } from '../../src/server/people/objections.ts'
import { answers } from '../support/samples.ts'

/** The list of long mailings in tests. */
const LIST = 'newsletter'

/**
 * Opens the database of a running site with the letter services and closes it after use.
 * @param client folder of built files in which pictures and links of a letter are looked up
 */
export async function withLetters<T>(
  path: string,
  use: (db: Database, letters: ReturnType<typeof createLetters>) => T | Promise<T>,
  client = 'tests/fixtures/site',
): Promise<T> {
  const db = openDatabase(path)
  const objections = createObjections(db, createKeyedHash(path), systemClock)
  const siteUrl = 'https://hera.example'
  try {
    const outbox = createOutbox(db, systemClock, () => `${randomUUID()}@hera`)
    const mail = undefined
    return await use(db, createLetters({ db, clock: systemClock, objections, mail, outbox, siteUrl, client }))
  } finally {
    db.close()
  }
}

/** Stores confirmed sign-ups without any confirmation e-mail. */
export function addConfirmed(db: Database, count: number): void {
  const store = createStore(db, noticesFor({ nom: 'Hera', email: 'contact@hera.example' }), systemClock)
  db.transaction(() => {
    for (let n = 0; n < count; n++)
      store.add(forms[LIST], answers(LIST, { email: `lecteur${n}@exemple.fr` }), { suspectedSpam: false })
    db.prepare(`UPDATE ${forms[LIST].table} SET confirmed_at = @now, asked_at = @now`).run({
      now: systemClock().toISOString(),
    })
  })()
}
