import { existsSync } from 'node:fs'
import type { Form } from '../../forms/form.ts'
import { allForms, forms } from '../../forms/index.ts'
import { findSchemaDifferences } from '../../server/database/check-schema.ts'
import { openDatabase } from '../../server/database/database.ts'
import { type Finding, findingAt, findingOn, nearestName } from '../finding.ts'
import { offsetAt, type Source } from '../reading/sources.ts'

/** Finds forms without their page, or whose table differs from the migrations: the server would refuse to start. */
export function checkForms(declared: readonly Form[] = allForms): Finding[] {
  const db = openDatabase(':memory:')
  try {
    return declared.flatMap((form) => {
      const file = { file: `src/forms/${form.name}.ts` }
      const different = findSchemaDifferences(db, [form]).flatMap((sentence) => findingOn(file, sentence, ''))
      const page = `src/pages/${form.page === '/' ? 'index' : form.page.slice(1)}.astro`
      const missing = existsSync(page)
        ? []
        : findingOn(file, `la page ${form.page} manque.`, `Créez ${page} avec <FormIsland name="${form.name}" />.`)
      return [...different, ...missing]
    })
  } finally {
    db.close()
  }
}

/** Finds pieces and models whose sheet leads to a quote form that does not offer them, and models of no piece. */
export function checkOffer(sources: readonly Source[]): Finding[] {
  const { piece, model } = forms.quote.fields
  const offered = { products: Object.keys(piece?.options ?? {}), models: Object.keys(model?.options ?? {}) }
  const pieces = sources.filter(({ folder }) => folder === 'products').map(({ id }) => id)
  return sources.flatMap((source) => {
    const { file, folder, id, document } = source
    if (folder !== 'products' && folder !== 'models') return []
    const of = String(document.get('piece'))
    if (folder === 'models' && !pieces.includes(of))
      return findingAt(
        source,
        offsetAt(source, ['piece']),
        `la pièce « ${of} » n’est pas dans products/.`,
        nearestName(of, pieces),
      )
    if (offered[folder].includes(id.replaceAll('-', '_'))) return []
    const what = `le formulaire de devis ne propose pas « ${id} », et sa fiche y mène.`
    return findingOn({ file }, what, 'Faites-le ajouter à src/forms/quote.ts, ou reprenez le nom de fichier d’avant.')
  })
}
