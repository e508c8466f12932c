import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Form } from '../forms/form.ts'
import { allForms } from '../forms/index.ts'
import { findSchemaDifferences } from '../server/database/check-schema.ts'
import { openDatabase } from '../server/database/database.ts'

/**
 * What a declared form lacks besides its texts, which the check of the texts names: its table, as the migrations make it, and
 * the page that holds it. One French sentence each; otherwise the server would refuse to start, or lead nowhere.
 * @param pages folder of the pages
 */
export function lackingForms(declared: readonly Form[] = allForms, pages = join('src', 'pages')): string[] {
  const db = openDatabase(':memory:')
  try {
    return [...findSchemaDifferences(db, declared), ...declared.flatMap((form) => missingPage(form, pages))]
  } finally {
    db.close()
  }
}

function missingPage({ name, page }: Form, pages: string): string[] {
  const file = page === '/' ? 'index.astro' : `${page.slice(1)}.astro`
  if (existsSync(join(pages, file))) return []
  return [
    `Formulaire ${name} : la page ${page} manque. Créez src/pages/${file} avec <FormIsland name="${name}" />, ou corrigez src/forms/${name}.ts.`,
  ]
}
