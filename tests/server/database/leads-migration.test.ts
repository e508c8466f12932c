import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../../src/server/database/database.ts'
import { findDamage } from '../../../src/server/database/integrity.ts'
import { lastRun } from '../../../src/server/database/small-facts.ts'
import { MIGRATIONS, openVersion } from '../../support/earlier-version.ts'
import { insertRow } from '../../support/insert-rows.ts'

const AT = '2026-01-01T00:00:00.000Z'

/** Rows for all tables of the last version without a table of leads. */
const OLD = `
  INSERT INTO notices VALUES ('abcdef012345', 'waitlist', 'Texte', '${AT}');
  -- Sent with the same content, and so with the same key, to two lists; the second number 1 is gone.
  INSERT INTO waitlist_signups (id, reference, submission_key, created_at, notice_version, email, confirmed_at, letters_refused)
    VALUES (2, 'L-2', 'same', '${AT}', 'abcdef012345', 'lea@exemple.fr', '${AT}', 1),
           (7, 'L-7', 'other', '${AT}', 'abcdef012345', 'luc@exemple.fr', '${AT}', 0),
           (9, 'L-9', 'third', '${AT}', 'abcdef012345', 'zoe@exemple.fr', '${AT}', 0);
  INSERT INTO newsletter_subscriptions (reference, submission_key, created_at, notice_version, email, unsubscribed_at)
    VALUES ('N-1', 'same', '${AT}', 'abcdef012345', 'lea@exemple.fr', '${AT}');
  INSERT INTO contact_messages (reference, submission_key, created_at, notice_version, page, suspected_spam, name, email, subject, message, keep_until)
    VALUES ('C-1', 'c1', '2025-01-01T00:00:00.000Z', 'abcdef012345', '/contact', 1, 'Léa', 'lea@exemple.fr', 'autre', 'Bonjour', '2030-01-01');
  INSERT INTO withdrawal_notices (reference, submission_key, created_at, notice_version, name, email, order_reference)
    VALUES ('R-1', 'r1', '${AT}', 'abcdef012345', 'Léa', 'lea@exemple.fr', 'D-1');
  UPDATE follow_ups SET state = 'répondue', note = 'Rappeler', remind_on = '2026-02-01', reminded_at = '${AT}', version = 2
    WHERE reference IN ('C-1', 'R-1');
  INSERT INTO follow_up_changes VALUES ('C-1', 1, '${AT}', 'en cours', NULL, NULL), ('C-1', 2, '${AT}', 'répondue', 'Rappeler', NULL);
  INSERT INTO consent_events (form, reference, event, at, notice_version) VALUES ('waitlist', 'L-2', 'asked', '${AT}', 'abcdef012345');
  INSERT INTO marks VALUES ('backup', '${AT}');
  INSERT INTO consent_tokens VALUES ('${'a'.repeat(64)}', 'confirm', 'waitlist', 'L-2', '${AT}');
  INSERT INTO letters (list, digest, source, subject, html, text, created_at, recipients, queued_to)
    VALUES ('waitlist', '${'b'.repeat(64)}', 's', 's', 'h', 't', '${AT}', 3, 7);
  INSERT INTO outbox (message_id, kind, form, reference, recipient, mailbox, created_at, next_attempt_at, sent_at, letter, uncertain)
    VALUES ('m1', 'lead', 'contact', 'C-1', NULL, NULL, '${AT}', '${AT}', NULL, NULL, 0),
           ('m2', 'weekly', 'bureau', '2026-01-05', NULL, NULL, '${AT}', '${AT}', NULL, NULL, 0),
           ('m3', 'letter', 'waitlist', 'L-2', 'lea@exemple.fr', 'lea@exemple.fr', '${AT}', '${AT}', '${AT}', 1, 1);`

let folder: string
let db: Database
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hera-leads-'))
  const path = join(folder, 'hera.sqlite')
  const old = openVersion(path, 6)
  old.exec(OLD)
  old.close()
  db = openDatabase(path)
})
afterAll(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

const rows = (sql: string) => db.prepare(sql).all()
const pluck = (sql: string) => db.prepare(sql).pluck().all()

describe('migration to the table of leads', () => {
  it('keeps every submission once, in the order of its form, with its follow-up', () => {
    expect(pluck('SELECT reference FROM leads ORDER BY id')).toEqual(['L-2', 'L-7', 'L-9', 'N-1', 'C-1', 'R-1'])
    expect(rows("SELECT * FROM leads JOIN contact_messages USING (reference) WHERE form = 'contact'")).toMatchObject([
      {
        id: expect.any(Number),
        reference: 'C-1',
        form: 'contact',
        created_at: '2025-01-01T00:00:00.000Z',
        submission_key: 'c1-C',
        notice_version: 'abcdef012345',
        page: '/contact',
        suspected_spam: 1,
        keep_until: '2030-01-01',
        waiting_since: null,
        outcome: null,
        remind_on: '2026-02-01',
        name: 'Léa',
        email: 'lea@exemple.fr',
        subject: 'autre',
        message: 'Bonjour',
      },
    ])
    expect(rows("SELECT kind, author, text FROM thread WHERE reference = 'C-1' ORDER BY id")).toEqual([
      { kind: 'note', author: null, text: 'Rappeler' },
      { kind: 'event', author: null, text: 'répondue' },
    ])
  })

  it('keeps consent with its events and tokens, even for the same submission key in two forms', () => {
    expect(pluck("SELECT submission_key FROM leads WHERE form IN ('waitlist', 'newsletter') ORDER BY id")).toEqual([
      'same-L',
      'other-L',
      'third-L',
      'same-N',
    ])
    expect(rows("SELECT confirmed_at, letters_refused FROM waitlist_signups WHERE reference = 'L-2'")).toEqual([
      { confirmed_at: AT, letters_refused: 1 },
    ])
    expect(pluck('SELECT unsubscribed_at FROM newsletter_subscriptions')).toEqual([AT])
    expect(rows('SELECT reference, event FROM consent_events')).toEqual([{ reference: 'L-2', event: 'asked' }])
    expect(rows('SELECT reference, purpose FROM consent_tokens')).toEqual([{ reference: 'L-2', purpose: 'confirm' }])
  })

  it('keeps the outbox, and queues what was left of a letter under way', () => {
    expect(rows('SELECT message_id, reference, about, letter FROM outbox ORDER BY id')).toEqual([
      { message_id: 'm1', reference: 'C-1', about: null, letter: null },
      { message_id: 'm3', reference: 'L-2', about: null, letter: 1 },
      { message_id: expect.stringMatching(/^[\da-f]{32}@hera$/), reference: 'L-9', about: null, letter: 1 },
    ])
    expect(rows('SELECT sent, failed FROM letters')).toEqual([{ sent: 0, failed: 0 }])
    db.exec(
      "UPDATE outbox SET failure = 'refused', failed_at = at.at, sent_at = NULL FROM (SELECT '2026-01-02T00:00:00.000Z' AS at) AS at WHERE message_id = 'm3'",
    )
    expect(pluck('SELECT failed FROM letters')).toEqual([1])
  })

  it('keeps the time of the last backup', () => {
    expect(lastRun(db, 'backup')).toBe(AT)
  })

  it('leaves a sound database, in which deleting a lead deletes all its rows', () => {
    expect(findDamage(db)).toEqual([])
    db.exec("DELETE FROM leads WHERE reference IN ('C-1', 'L-2')")
    for (const table of ['contact_messages', 'consent_events', 'consent_tokens'])
      expect(rows(`SELECT * FROM ${table}`), table).toEqual([])
    expect(pluck('SELECT DISTINCT reference FROM thread')).toEqual(['R-1'])
    expect(pluck('SELECT reference FROM outbox')).toEqual(['L-9'])
    expect(pluck('SELECT reference FROM waitlist_signups ORDER BY reference')).toEqual(['L-7', 'L-9'])
  })

  it('leaves none of the former tables', () => {
    const names = "SELECT name FROM sqlite_schema WHERE name LIKE '%before%' OR name LIKE 'follow%' OR name = 'numbers'"
    expect(pluck(names)).toEqual([])
    expect(pluck("SELECT name FROM sqlite_schema WHERE type = 'trigger' ORDER BY name")).toEqual([
      'outbox_letter_figures',
    ])
  })
})

it('pieces of the series become rows of what was done about their lead', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hera-series-'))
  const path = join(folder, 'series.sqlite')
  const old = openVersion(path, MIGRATIONS.indexOf('0020_outer_rings.sql'))
  const at = (day: number) => `2026-10-0${day}T08:00:00.000Z`
  insertRow(old, 'notices', { version: '000000000000', form: 'x', text: 'x', first_used_at: at(1) })
  for (const reference of ['C-1', 'C-2']) {
    const lead = { form: 'contact', created_at: at(1), submission_key: reference, notice_version: '000000000000' }
    insertRow(old, 'leads', { reference, ...lead, state: 'acceptée', version: 1 })
    insertRow(old, 'lead_changes', { reference, version: 1, at: at(1), state: 'acceptée' })
  }
  for (const [id, reference, pieces, state] of [
    [1, 'C-1', 3, 'réservée'],
    [2, 'C-1', 1, 'partie'],
    [3, null, 5, 'partie'],
  ] as const)
    insertRow(old, 'series_pieces', { id, reference, pieces, state, author: 'lea@hera.example', at: at(2) })
  old.close()
  const db = openDatabase(path)
  const done = db.prepare("SELECT at, author, text FROM thread WHERE kind = 'event' AND text LIKE 'Série%' ORDER BY id")
  const by = { at: at(2), author: 'lea@hera.example' }
  expect(done.all()).toEqual([
    { ...by, text: 'Série : 3 pièces réservées' },
    { ...by, text: 'Série : 1 pièce partie' },
  ])
  db.close()
  rmSync(folder, { recursive: true })
})
