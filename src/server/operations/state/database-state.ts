import { findSchemaDifferences } from '../../database/check-schema.ts'
import type { Database } from '../../database/database.ts'
import { damaged, describeFileError } from '../../database/database-error.ts'
import type { Part } from './part.ts'

const PART = { name: 'database', title: 'Base de données' } as const

/** Whether the forms and their tables agree, and the file is sound as far as the server knows. */
export function databaseState(db: Database, path: string, isDamaged = false): Part {
  if (isDamaged) return { ...PART, status: 'fail', sentence: damaged(path) }
  const differences = findSchemaDifferences(db)
  if (differences.length > 0)
    return { ...PART, status: 'fail', sentence: differences.join(' '), remedy: 'Le site refuse de démarrer ainsi.' }
  return { ...PART, status: 'pass', sentence: 'Les formulaires et leurs tables concordent.' }
}

/** A database that cannot be opened or read. Throws the error when it is a mistake of the program. */
export function brokenDatabase(error: unknown, path: string): Part {
  const sentence = describeFileError(error, path)
  if (sentence === undefined) throw error
  return { ...PART, status: 'fail', sentence }
}
