import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Form } from '../forms/form.ts'
import { allForms } from '../forms/index.ts'
import { findSchemaDifferences } from '../server/database/check-schema.ts'
import { openDatabase } from '../server/database/database.ts'

/**
 * Returns one French sentence for each form without its page, or whose table differs from the migrations; the
 * server would refuse to start, or links would be dead. Missing texts are reported by the content check.
 */
export function formProblems(declared: readonly Form[] = allForms): string[] {
  const db = openDatabase(':memory:')
  try {
    return [...findSchemaDifferences(db, declared), ...declared.flatMap(missingPage)]
  } finally {
    db.close()
  }
}

function missingPage({ name, page }: Form): string[] {
  const file = page === '/' ? 'index.astro' : `${page.slice(1)}.astro`
  if (existsSync(join('src', 'pages', file))) return []
  return [
    `Formulaire ${name} : la page ${page} manque. Créez src/pages/${file} avec <FormIsland name="${name}" />, ou corrigez src/forms/${name}.ts.`,
  ]
}
