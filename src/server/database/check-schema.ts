import Sqlite from 'better-sqlite3'
import type { Field } from '../../forms/fields.ts'
import type { Form } from '../../forms/form.ts'
import { allForms } from '../../forms/index.ts'
import { type Database, openDatabase, pluck } from './database.ts'
import { DatabaseError } from './database-error.ts'

/** Foreign key that the table of each form must declare. */
const KEY = 'REFERENCES leads (reference) ON DELETE CASCADE'

/** A value of a column; null is the answer that an optional field may lack. */
type Sample = string | number | null

/** Values that the column of a field must accept and reject. */
interface Samples {
  accepted: readonly [Sample, ...Sample[]]
  refused: readonly Sample[]
}

/** How long a statement waits for another process that holds the lock, in milliseconds: nothing is served meanwhile. */
const SERVER_WAIT_MS = 100

/**
 * Opens a database for a server with `openDatabase`. Also throws DatabaseError if a form and its table differ, because
 * submissions would otherwise fail or silently lose an answer.
 */
export function openCheckedDatabase(path: string): Database {
  const db = openDatabase(path)
  const differences = findSchemaDifferences(db)
  if (differences.length > 0) db.close()
  if (differences.length > 0) throw new DatabaseError(differences.join('\n'))
  db.pragma(`busy_timeout = ${SERVER_WAIT_MS}`)
  return db
}

/**
 * Returns the differences between forms and tables, a French sentence each with form, field, table and remedy. Tests
 * columns and CHECK constraints with rows in an empty in-memory copy of the table, so the database is neither locked nor
 * written to. Ignores the order of columns.
 */
export function findSchemaDifferences(db: Database, declared: readonly Form[] = allForms): string[] {
  const memory = new Sqlite(':memory:')
  memory.pragma('foreign_keys = OFF')
  memory.exec('BEGIN')
  try {
    return declared.flatMap((form) => compareForm(form, db, memory))
  } finally {
    memory.close()
  }
}

function compareForm(form: Form, db: Database, memory: Database): string[] {
  const found = pluck<string>(db, "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?")
  const definition = found.get(form.table)
  if (definition === undefined)
    return [
      `Formulaire ${form.name} : la table ${form.table} manque. Ajoutez une migration dans db/migrations (recette dans CONTRIBUTING.md).`,
    ]
  if (!definition.includes(KEY)) return [difference(form, 'reference', `la clé « ${KEY} » manque`)]
  memory.exec(definition)
  return compareConstraints(form, definition, memory)
}

function compareConstraints(form: Form, definition: string, memory: Database): string[] {
  const samples = Object.entries(form.fields).map(([name, field]) => [name, samplesFor(field, definition)] as const)
  const valid: Record<string, Sample> = {
    reference: 'X-0000-0000',
    ...(form.isList && { confirmed_at: null, unsubscribed_at: null, asked_at: null, letters_refused: 0 }),
    ...Object.fromEntries(samples.map(([name, { accepted }]) => [name, accepted[0]])),
  }
  const names = Object.keys(valid)
  const insert = `INSERT INTO ${form.table} (${names.join(', ')}) VALUES (${names.map((name) => `@${name}`).join(', ')})`
  const clear = memory.prepare(`DELETE FROM ${form.table}`)
  /** Inserts the valid row with another answer. Returns SQLite's error, or undefined if the row is accepted. */
  const refusal = (answer: object): string | undefined => {
    clear.run()
    try {
      memory.prepare(insert).run({ ...valid, ...answer })
      return undefined
    } catch (error) {
      return (error as Error).message
    }
  }
  const reason = refusal({})
  // SQLite's message names the column that is missing, or whose constraint failed.
  if (reason) return [difference(form, '?', `une réponse valable est refusée (${reason})`)]
  const stored = memory.prepare<[], Record<string, Sample>>(`SELECT * FROM ${form.table}`).get() ?? {}
  const odd = Object.keys(stored).find((name) => stored[name] !== valid[name])
  if (odd) return [difference(form, odd, 'la colonne n’a pas de champ, ou est d’un autre type')]
  // People ask for their data, and to be erased, in any spelling of their address.
  const isFound = memory.prepare(`SELECT 1 FROM ${form.table} WHERE email = upper(email)`).get() !== undefined
  if (!isFound) return [difference(form, 'email', 'la colonne distingue les majuscules, COLLATE NOCASE y manque')]
  return samples.flatMap(([name, { accepted, refused }]) => {
    const tooStrict = accepted.find((value) => refusal({ [name]: value }))
    const tooLax = refused.find((value) => !refusal({ [name]: value }))
    return [
      ...(tooStrict === undefined ? [] : [`la table refuse ${describe(tooStrict)}, que le formulaire accepte`]),
      ...(tooLax === undefined ? [] : [`la table accepte ${describe(tooLax)}, que le formulaire refuse`]),
    ].map((what) => difference(form, name, what))
  })
}

/** @param definition CREATE TABLE statement; its quoted strings are the options that the table may accept */
function samplesFor(field: Field, definition: string): Samples {
  const { accepted, refused } = valuesFor(field, definition)
  // Optional answers are NULL; an empty text is refused where one is required.
  return field.optional ? { accepted: [...accepted, null], refused } : { accepted, refused: [...refused, null] }
}

function valuesFor({ kind, max, options, range }: Field, definition: string): Samples {
  if (kind === 'date') return { accepted: ['2000-02-29'], refused: ['29 février'] }
  if (kind === 'checkbox') return { accepted: [1], refused: [0] }
  if (range) return { accepted: [...range], refused: [range[0] - 1, range[1] + 1] }
  if (!options) return { accepted: ['x', 'x'.repeat(max)], refused: ['x'.repeat(max + 1)] }
  const [first = '', ...others] = Object.keys(options)
  const quoted = [...definition.matchAll(/'((?:[^']|'')*)'/g)].map(([, text = '']) => text.replaceAll("''", "'"))
  // Rows older than a required field may store an empty string for the missing answer.
  const foreign = quoted.filter((text) => text !== '' && !Object.hasOwn(options, text))
  return { accepted: [first, ...others], refused: ['?', ...foreign] }
}

function describe(value: Sample): string {
  if (value === null) return 'une réponse vide'
  return typeof value === 'string' && /^x+$/.test(value) ? `un texte de ${value.length} caractères` : `« ${value} »`
}

function difference({ name, table }: Form, column: string, what: string): string {
  return `Formulaire ${name}, champ ${column}, table ${table} : ${what}. Corrigez src/forms/${name}.ts, ou ajoutez une migration dans db/migrations (recette dans CONTRIBUTING.md).`
}
