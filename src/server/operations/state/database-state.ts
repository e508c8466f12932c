import { findSchemaDifferences } from '../../database/check-schema.ts'
import type { Database } from '../../database/database.ts'
import { damaged } from '../../database/database-error.ts'
import { type Diagnosis, fail, pass } from '../diagnosis.ts'

/** Whether the forms and their tables agree, and the file is sound as far as the server knows. */
export function databaseState(db: Database, path: string, isDamaged = false): Diagnosis {
  if (isDamaged) return fail(damaged(path))
  const differences = findSchemaDifferences(db)
  if (differences.length > 0) return fail(differences.join(' '), 'Le site refuse de démarrer ainsi.')
  return pass('Les formulaires et leurs tables concordent.')
}
