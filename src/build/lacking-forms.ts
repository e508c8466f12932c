import { existsSync, globSync } from 'node:fs'
import { join, sep } from 'node:path'
import { codeOf } from '../check/reading/page-files.ts'
import type { Form } from '../forms/form.ts'
import { allForms } from '../forms/index.ts'
import { findSchemaDifferences } from '../server/database/check-schema.ts'
import { openDatabase } from '../server/database/database.ts'

/** Classes that src/styles/forms.css gives their look. */
const FORM_CLASS = /class(?:Name|:list)?="(?:[^"]* )?(?:form|field)(?:-[a-z]+)?[ "]/

/**
 * What a declared form lacks besides its texts, which the check of the texts names: its table, as the migrations make it,
 * the page that holds it, and the styles of its fields. One French sentence each; otherwise the server would refuse to start,
 * lead nowhere, or show fields without their look.
 * @param pages folder of the pages
 */
export function lackingForms(declared: readonly Form[] = allForms, pages = join('src', 'pages')): string[] {
  const db = openDatabase(':memory:')
  try {
    return [
      ...findSchemaDifferences(db, declared),
      ...declared.flatMap((form) => missingPage(form, pages)),
      ...missingStyles(pages),
    ]
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

/** Pages with parts of a form that are not those of FormIsland, which brings the style itself. */
function missingStyles(pages: string): string[] {
  return globSync('**/*.astro', { cwd: pages }).flatMap((name) => {
    const code = codeOf(join(pages, name))
    if (!FORM_CLASS.test(code) || code.includes("styles/forms.css'")) return []
    const up = '../'.repeat(name.split(sep).length)
    return [
      `${join(pages, name)} : le style des champs manque. Ajoutez-lui import '${up}styles/forms.css', ou au composant qui les montre.`,
    ]
  })
}
