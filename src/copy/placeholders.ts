/** A placeholder for a value: its name in double braces. */
export const PLACEHOLDER = /\{\{\s*([\w-]+)\s*\}\}/g

/** A placeholder with an invalid character, a missing brace or no name. */
export const MALFORMED =
  /\{\{(?!\s*[\w-]+\s*\}\})[^}\n]*\}{0,2}|(?<![{\p{L}\d])\{\s*[\p{L}\d_-]+\s*\}{1,2}|(?<!\{[^{}\n]*)\}\}/gu

/** Returns the two sentences about a malformed placeholder. */
export function malformed(found: string): readonly [what: string, mend: string] {
  return [
    `« ${found} » n’appelle aucune valeur.`,
    'Écrivez le nom, sans accent, entre deux accolades de chaque côté : {{ poids_tapis }}.',
  ]
}

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

const REPLY_NAMES: readonly string[] = ['bonjour', 'reference', 'recu_le', 'jour_promis']
/** The prepared reply that alone may state the IBAN of company.yaml. */
const WITH_IBAN = 'confirmation'

/** Returns the placeholders that the desk fills in a prepared reply, in addition to the facts. */
export function filledInReply(id: string): readonly string[] {
  return id === WITH_IBAN ? [...REPLY_NAMES, 'iban'] : REPLY_NAMES
}

/** Blocks of e-mails, each alone in its paragraph. */
export const EMAIL_BLOCKS = [
  'reponses',
  'declarations',
  'demandes',
  'etat',
  'derniers_mots',
  'points',
  'fermeture',
] as const

/** Returns the two sentences about an unknown placeholder. @param other remedy if no known name is near */
export function unknownName(name: string, names: readonly string[], other?: string): readonly [string, string] {
  return [`« {{ ${name} }} » n’existe pas ici.`, nearestName(name, names, other)]
}

/** Returns the remedy for an unknown name or address: the nearest known one, if it is near, otherwise another sentence. */
export function nearestName(name: string, names: readonly string[], other = 'Corrigez-le, ou retirez-le.'): string {
  const near = nearest(name, names)
  return near ? `Le plus proche est « ${near} ».` : other
}

/** Returns the known name of which the given one is a misspelling; '' if none is that near. */
export function nearest(name: string, names: readonly string[]): string {
  const [near = ''] = names.toSorted((a, b) => distance(name, a) - distance(name, b))
  // Two letters, or a fifth of a long name: a more distant name is of something else.
  return distance(name, near) <= Math.max(name.length < 5 ? 1 : 2, Math.floor(name.length / 5)) ? near : ''
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
