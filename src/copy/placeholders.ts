/** A placeholder for a value: its name in double braces. */
export const PLACEHOLDER = /\{\{\s*([\w-]+)\s*\}\}/g

/** Blocks of legal texts, each alone in its paragraph; rendered by src/copy/legal-blocks.ts. */
export const BLOCK_NAMES = [
  'avis_harmonise_europeen',
  'images_de_synthese',
  'formulaire_retractation',
  'tableau_traitements',
  'tableau_champs',
  'tableau_traceurs',
  'compteur_interrupteur',
] as const
export type BlockName = (typeof BLOCK_NAMES)[number]

/** Placeholders that the desk fills in a prepared reply, in addition to the facts. */
export const REPLY_NAMES: readonly string[] = ['bonjour', 'reference', 'recu_le']

/** Blocks of e-mails, each alone in its paragraph. */
export const EMAIL_BLOCKS = ['reponses', 'declarations', 'demandes', 'etat', 'note', 'points', 'fermeture'] as const

/** Maximum edit distance of a misspelling, as a share of the name; a more distant name is of another value. */
const MISSPELT = 0.25

/** Returns the two sentences about an unknown placeholder, with the known one that was probably meant. */
export function unknownName(name: string, names: readonly string[]): readonly [what: string, mend: string] {
  const near = nearest(name, names)
  return [
    `« {{ ${name} }} » n’existe pas.`,
    distance(name, near) <= name.length * MISSPELT
      ? `Le nom le plus proche est « {{ ${near} }} ».`
      : 'Corrigez ce nom, ou retirez-le.',
  ]
}

/** Returns the known name with the smallest edit distance; '' for an empty list. */
export function nearest(name: string, names: readonly string[]): string {
  return names.reduce((best, known) => (distance(name, known) < distance(name, best) ? known : best), names[0] ?? '')
}

/** Removes table rows in which every placeholder is an empty optional value, such as the capital of a sole trader. */
export function withoutEmptyRows(markdown: string, isEmpty: (name: string) => boolean): string {
  return markdown.replace(/^\|.*\|[ \t]*\r?\n?/gm, (row) => {
    const names = [...row.matchAll(PLACEHOLDER)].map(([, name]) => name as string)
    return names.length > 0 && names.every(isEmpty) ? '' : row
  })
}

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(
        (next[j - 1] as number) + 1,
        (row[j] as number) + 1,
        (row[j - 1] as number) + Number(a[i - 1] !== b[j - 1]),
      )
    row = next
  }
  return row[b.length] as number
}
