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
    db.exec('ALTER TABLE partnership_inquiries DROP COLUMN shop_size')
    db.exec(
      "ALTER TABLE partnership_inquiries ADD COLUMN shop_size TEXT NOT NULL DEFAULT '' CHECK (shop_size IN ('', 'small', 'medium', 'large'))",
    )
    expect(findSchemaDifferences(db)).toEqual([])
  })

  it('differ by a missing column; the message names form, field, table and correction', () => {
    db.exec('ALTER TABLE contact_messages DROP COLUMN message')
    expect(findSchemaDifferences(db)).toEqual([
      'Formulaire contact, champ message, table contact_messages : la colonne manque. Corrigez src/forms/contact.ts, ou ajoutez une migration dans db/migrations (recette dans CONTRIBUTING.md).',
    ])
  })

  it('prevent the start of a server if they differ', () => {
    const path = join(folder, 'hera.sqlite')
    openCheckedDatabase(path).exec('ALTER TABLE contact_messages DROP COLUMN message').close()
    expect(() => openCheckedDatabase(path)).toThrow(DatabaseError)
  })

  it('differ by a missing table', () => {
    db.exec('DROP TABLE contact_messages')
    expect(findSchemaDifferences(db)).toEqual([expect.stringContaining('contact_messages manque')])
  })

  it.each(['TEXT', "TEXT NOT NULL DEFAULT ''"])('differ by a column without a field: %s', (type) => {
    db.exec(`ALTER TABLE waitlist_signups ADD COLUMN phone ${type}`)
    expect(findSchemaDifferences(db)).toEqual([
      expect.stringContaining('champ phone, table waitlist_signups : la colonne n’a pas de champ'),
    ])
  })

  it('differ by a column of the operator that one table lacks', () => {
    db.exec('ALTER TABLE waitlist_signups DROP COLUMN unsubscribed_at')
    expect(findSchemaDifferences(db)).toEqual([expect.stringContaining('champ unsubscribed_at')])
  })

  it.each([
    ['subject', "'retour', ", '', 'la table refuse « retour », que le formulaire accepte'],
    ['subject', "'commande', ", '', 'une réponse valable est refusée'],
    ['subject', "'retour'", "'retour', 'sav'", 'la table accepte « sav », que le formulaire refuse'],
    ['subject', ' CHECK (subject IN', ' DEFAULT (1 IN', 'la table accepte « ? »'],
    ['message', 'AND 5000', 'AND 4999', 'la table refuse un texte de 5000 caractères, que le formulaire accepte'],
    ['message', 'AND 5000', 'AND 5001', 'la table accepte un texte de 5001 caractères, que le formulaire refuse'],
    ['message', 'TEXT NOT NULL CHECK (length(message)', 'TEXT CHECK (length(message)', 'n’est pas NOT NULL'],
    ['message', 'message TEXT', 'message INTEGER', 'la colonne est INTEGER, TEXT est attendu'],
  ])('differ by the constraint of %s: %s → %s', (field, from, to, what) => {
    change('contact_messages', from, to)
    const [difference, ...others] = findSchemaDifferences(db)
    expect(difference).toContain(`Formulaire contact, champ ${field}, table contact_messages : `)
    expect(difference).toContain(what)
    expect(others).toEqual([])
  })

  it.each([
    ['BETWEEN 0 AND 300', 'BETWEEN 0 AND 299', 'la table refuse « 300 »'],
    ['BETWEEN 0 AND 300', 'BETWEEN -1 AND 300', 'la table accepte « -1 »'],
    ['message TEXT CHECK', 'message TEXT NOT NULL CHECK', 'le champ est facultatif, la colonne est NOT NULL'],
  ])('differ by the range of a number or by an optional field: %s → %s', (from, to, what) => {
    change('partnership_inquiries', from, to)
    expect(findSchemaDifferences(db)).toEqual([expect.stringContaining(what)])
  })
})
