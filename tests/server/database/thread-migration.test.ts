import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../../src/server/database/database.ts'
import { MIGRATIONS, openVersion } from '../../support/earlier-version.ts'

const day = (n: number) => `2026-01-0${n}T10:00:00.000Z`
/** State of each lead and, if it was answered, whether that arrived. */
const LEADS = {
  'C-1': ['nouvelle'],
  'C-2': ['en cours', 'sent'],
  'C-3': ['en cours', 'failed'],
  'C-4': ['répondue', 'sent'],
  'P-5': ['acceptée'],
  'P-6': ['refusée'],
  'R-7': ['remboursée'],
  'R-8': ['en cours', 'sent'],
  'C-9': ['sans suite'],
  'N-1': ['nouvelle'],
} as const
const FORMS = { C: 'contact', P: 'partnership', R: 'withdrawal', N: 'newsletter' } as const

let folder: string
let db: Database
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hera-thread-'))
  const path = join(folder, 'hera.sqlite')
  const old = openVersion(
    path,
    MIGRATIONS.findIndex((name) => name.startsWith('0021')),
  )
  old.exec(`INSERT INTO notices VALUES ('abcdef012345', 'contact', 'Texte', '${day(1)}')`)
  const lead = old.prepare(
    `INSERT INTO leads (reference, form, created_at, submission_key, notice_version, state, note)
     VALUES (?, ?, '${day(1)}', ?, 'abcdef012345', ?, ?)`,
  )
  for (const [reference, [state, answer]] of Object.entries(LEADS) as [string, readonly string[]][]) {
    lead.run(
      reference,
      FORMS[reference[0] as keyof typeof FORMS],
      reference,
      state,
      reference === 'C-9' ? 'Vieille note' : null,
    )
    if (!answer) continue
    old.exec(`INSERT INTO outbox (message_id, kind, form, reference, recipient, mailbox, created_at, next_attempt_at, sent_at, failed_at, failure)
        VALUES ('m-${reference}', 'reply', 'contact', '${reference}', 'a@b.fr', 'a@b.fr', '${day(2)}', '${day(2)}',
                ${answer === 'sent' ? `'${day(2)}', NULL, NULL` : `NULL, '${day(2)}', 'refused'`});
      INSERT INTO replies (reference, at, author, text, message_id, state_before)
        VALUES ('${reference}', '${day(2)}', 'anne@hera.example', 'Réponse', 'm-${reference}', 'nouvelle')`)
  }
  old.exec(`
    INSERT INTO newsletter_subscriptions (reference, email, confirmed_at) VALUES ('N-1', 'a@b.fr', '${day(1)}');
    INSERT INTO consent_events (reference, event, at, notice_version) VALUES ('N-1', 'confirmed', '${day(1)}', 'abcdef012345');
    INSERT INTO lead_changes (reference, version, at, author, what, state, note, remind_on) VALUES
      ('C-1', 1, '${day(1)}', 'anne@hera.example', NULL, 'nouvelle', 'Un', NULL),
      ('C-1', 2, '${day(2)}', NULL, 'correction : Nom', 'nouvelle', 'Un', NULL),
      ('C-1', 3, '${day(3)}', 'commande', NULL, 'nouvelle', 'Deux', '2026-02-03');
    UPDATE leads SET note = 'Deux', remind_on = '2026-02-03' WHERE reference = 'C-1';
    INSERT INTO drafts VALUES
      ('anne@hera.example', 'C-1', 'C-1', '{"reponse":"Bonjour Léa"}', '${day(4)}'),
      ('', 'C-2', 'C-2', '{"reponse":"Modèle","modele":"intact"}', '${day(4)}');
    INSERT INTO outbox (message_id, kind, form, reference, about, created_at, next_attempt_at) VALUES
      ('q1', 'reminder', 'contact', 'C-1', NULL, '${day(2)}', '${day(2)}'),
      ('q2', 'weekly', 'bureau', NULL, '2026-01-05', '${day(2)}', '${day(2)}'),
      ('q3', 'daily', 'bureau', NULL, '2026-01-05', '${day(2)}', '${day(2)}');
    INSERT INTO outbox (message_id, kind, form, reference, recipient, mailbox, created_at, next_attempt_at)
      VALUES ('q4', 'reply', 'contact', 'C-4', 'a@b.fr', 'a@b.fr', '${day(2)}', '${day(2)}');
    INSERT INTO desk_sessions VALUES (1, '${'a'.repeat(64)}', 'Safari', '${day(1)}', '${day(2)}');
    INSERT INTO desk_authors VALUES ('${'a'.repeat(64)}', 'anne@hera.example', '${day(1)}')`)
  old.close()
  db = openDatabase(path)
})
afterAll(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

const rows = (sql: string) => db.prepare(sql).all()

it('the thread keeps every lead, with its turn or its outcome', () => {
  const turns = db.prepare('SELECT reference, waiting_since, outcome FROM leads').raw().all() as [
    string,
    string,
    string,
  ][]
  expect(Object.fromEntries(turns.map(([reference, since, outcome]) => [reference, since ?? outcome]))).toEqual({
    'C-1': day(1),
    'C-2': null,
    // Its answer did not arrive.
    'C-3': day(1),
    'C-4': null,
    'P-5': 'accepted',
    'P-6': 'declined',
    'R-7': 'refunded',
    'R-8': null,
    'C-9': 'closed',
    'N-1': null,
  })
})

it('the thread has each former note, answer, change and draft with author and time', () => {
  const anne = 'anne@hera.example'
  expect(
    db.prepare("SELECT kind, at, author, text FROM thread WHERE reference = 'C-1' ORDER BY id").raw().all(),
  ).toEqual([
    ['note', day(1), anne, 'Un'],
    ['event', day(2), null, 'correction : Nom'],
    ['note', day(3), 'commande', 'Deux'],
    ['event', day(3), 'commande', 'rappel le 03/02/2026'],
    ['note', day(4), anne, 'Brouillon\nBonjour Léa'],
  ])
  expect(rows("SELECT text, message_id, waited_since FROM thread WHERE kind = 'sent' AND reference = 'C-2'")).toEqual([
    { text: 'Réponse', message_id: 'm-C-2', waited_since: day(1) },
  ])
  expect(rows("SELECT reference FROM thread WHERE text = 'Vieille note'")).toEqual([{ reference: 'C-9' }])
  expect(rows("SELECT * FROM thread WHERE text LIKE '%Modèle%'"), 'a prepared answer that nobody edited').toEqual([])
})

it('the thread keeps consents and queued answers, drops queued reminders and summaries, and sessions keep their author', () => {
  expect(rows('SELECT event FROM consent_events')).toEqual([{ event: 'confirmed' }])
  expect(rows("SELECT message_id FROM outbox WHERE message_id LIKE 'q%'")).toEqual([{ message_id: 'q4' }])
  expect(rows('SELECT author FROM desk_sessions')).toEqual([{ author: 'anne@hera.example' }])
})
