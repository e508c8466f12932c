import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findSchemaDifferences, openCheckedDatabase } from '../../../src/server/database/check-schema.ts'
import { DatabaseError } from '../../../src/server/database/database.ts'
import { db, setUpDatabase } from '../../support/memory-database.ts'
import { folder, scratchFolder } from '../../support/scratch-folder.ts'

setUpDatabase()
scratchFolder()

/** Recreates a table with a changed text in its definition. */
function change(table: string, from: string, to: string): void {
  const definition = db.prepare<[string], string>('SELECT sql FROM sqlite_schema WHERE name = ?').pluck().get(table)
  expect(definition).toContain(from)
  db.exec(`DROP TABLE ${table}; ${definition?.replace(from, to)}`)
}

describe('forms and tables', () => {
  it('agree as shipped, and after columns are added at the end', () => {
    expect(findSchemaDifferences(db)).toEqual([])
    db.exec('ALTER TABLE withdrawal_notices DROP COLUMN message')
    db.exec('ALTER TABLE withdrawal_notices ADD COLUMN message TEXT CHECK (length(message) <= 2000)')
    db.exec('ALTER TABLE partnership_inquiries DROP COLUMN city')
    db.exec(
      "ALTER TABLE partnership_inquiries ADD COLUMN city TEXT NOT NULL DEFAULT '' CHECK (length(city) BETWEEN 0 AND 100)",
    )
    expect(findSchemaDifferences(db)).toEqual([])
  })

  it('prevent the start of a server if they differ, with form, field, table and correction', () => {
    const path = join(folder, 'hera.sqlite')
    openCheckedDatabase(path).exec('ALTER TABLE contact_messages DROP COLUMN message').close()
    expect(() => openCheckedDatabase(path)).toThrow(
      new DatabaseError(
        'Formulaire contact, champ ?, table contact_messages : une réponse valable est refusée (table contact_messages has no column named message). Corrigez src/forms/contact.ts, ou ajoutez une migration dans db/migrations (recette dans CONTRIBUTING.md).',
      ),
    )
  })

  it.each([
    ['DROP TABLE contact_messages', 'contact_messages manque'],
    [
      'ALTER TABLE waitlist_signups ADD COLUMN phone TEXT',
      'phone, table waitlist_signups : la colonne n’a pas de champ, ou',
    ],
    ['ALTER TABLE waitlist_signups DROP COLUMN unsubscribed_at', 'no column named unsubscribed_at'],
  ])('differ after %s', (sql, what) => {
    db.exec(sql)
    expect(findSchemaDifferences(db)).toEqual([expect.stringContaining(what)])
  })

  it.each([
    ["'retour', ", '', 'la table refuse « retour », que le formulaire accepte'],
    ["'retour'", "'retour', 'sav'", 'la table accepte « sav », que le formulaire refuse'],
    ['AND 5000', 'AND 4999', 'la table refuse un texte de 5000 caractères, que le formulaire accepte'],
    ['AND 5000', 'AND 5001', 'la table accepte un texte de 5001 caractères, que le formulaire refuse'],
    ['TEXT NOT NULL CHECK (length(message)', 'TEXT CHECK (length(message)', 'la table accepte une réponse vide'],
    ['email TEXT NOT NULL COLLATE NOCASE', 'email TEXT NOT NULL', 'la colonne distingue'],
    ['message TEXT', 'message INTEGER', 'cannot store TEXT value in INTEGER column'],
    ['BETWEEN 0 AND 300', 'BETWEEN 0 AND 299', 'la table refuse « 300 »', 'partnership_inquiries'],
    ['message TEXT CHECK', 'message TEXT NOT NULL CHECK', 'la table refuse une réponse vide', 'partnership_inquiries'],
  ])('differ by a constraint: %s → %s', (from, to, what, table = 'contact_messages') => {
    change(table, from, to)
    expect(findSchemaDifferences(db)).toEqual([expect.stringContaining(what)])
  })
})
