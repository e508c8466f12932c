import type { z } from 'astro/zod'
import { isMap } from 'yaml'
import { nearest, nearestName } from '../../copy/placeholders.ts'
import { partOf, schemaOf } from '../../model/file-schemas.ts'
import { type Finding, findingAt } from '../finding.ts'
import { offsetAt, type Source } from '../reading/sources.ts'

type Issue = NonNullable<ReturnType<z.ZodType['safeParse']>['error']>['issues'][number]

/** A text with «: », or one that begins with a placeholder, is read as a group of keys. */
const QUOTE = 'Mettez tout le texte entre "guillemets droits" ; s’il a plusieurs lignes, écrivez « | » après sa clé.'
const GROUP = ['un groupe de clés', 'Écrivez « clé: valeur », une par ligne, en retrait.'] as const
const EXPECTED: Readonly<Record<string, readonly [kind: string, mend: string]>> = {
  string: ['un texte', 'Écrivez-le entre "guillemets droits".'],
  number: ['un nombre', 'Écrivez des chiffres, sans guillemets.'],
  int: ['un nombre entier', 'Écrivez des chiffres, sans guillemets.'],
  boolean: ['true ou false', 'Écrivez true (oui) ou false (non), sans guillemets.'],
  array: ['une liste', 'Commencez chaque élément par un tiret.'],
  object: GROUP,
  record: GROUP,
}

/** Finds missing, unknown or invalid keys, according to the schema of the file. */
export function checkSchema(source: Source): Finding[] {
  const schema = source.id.startsWith('_') ? undefined : schemaOf(source.path)
  const issues: Issue[] = schema?.safeParse(source.document.toJS()).error?.issues ?? []
  const named = (issue: Issue) => issue.path.join('.')
  // A misspelt key is one mistake, not a missing one as well.
  const meant = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => [...issue.path, nearest(key, partOf(source.path, issue.path).known)].join('.'))
      : [],
  )
  return (
    issues
      // What is empty or of another kind may also fail the rule for its contents.
      .filter((issue, index) => issues.findIndex((each) => named(each) === named(issue)) === index)
      .filter((issue) => issue.code === 'unrecognized_keys' || !meant.includes(named(issue)))
      .flatMap((issue) => saidOf(issue, source))
  )
}

function saidOf(issue: Issue, source: Source): Finding[] {
  const { path } = issue
  const said = (what: string, mend: string, at = path) => findingAt(source, offsetAt(source, at), what, mend)
  const key = path.findLast((each) => typeof each === 'string')
  const element = typeof path.at(-1) === 'number' ? 'un élément de ' : ''
  const called = key === undefined ? 'ce fichier' : `${element}« ${key} »`
  const { description, known, optional } = partOf(source.path, path)
  const written: unknown = source.document.getIn(path)
  if (issue.code === 'unrecognized_keys') {
    const free = known.filter((each) => !isMap(written) || !written.has(each)).join(', ')
    const mend = (key: string) => nearestName(key, known, free ? `Possibles : ${free}.` : 'Retirez-la ou alignez-la.')
    return issue.keys.flatMap((each) => said(`« ${each} » n’est pas une clé connue ici.`, mend(each), [...path, each]))
  }
  const orNone = optional ? ', ou retirez sa ligne' : ''
  const choice = issue.code === 'invalid_union' ? `${issue.message}.` : 'Ajoutez-le.'
  const toWrite = description ? `À écrire : ${description}` : choice
  if (written === undefined) return said(`${called} manque.`, toWrite)
  if (written === null || written === '' || (issue.code === 'too_small' && issue.origin === 'array'))
    return said(`${called} est vide.`, optional ? `Écrivez-le${orNone}.` : toWrite)
  if (issue.code === 'invalid_type') {
    if (issue.expected === 'string' && isMap(written)) return said(`${called} contient « : » ou « {{ ».`, QUOTE)
    const [kind, mend] = EXPECTED[issue.expected] ?? ['autre chose', description]
    return said(`${called} doit être ${kind}.`, mend)
  }
  if (issue.code === 'invalid_value')
    return said(`${called} ne convient pas.`, `Au choix, sans guillemets : ${issue.values.join(', ')}${orNone}.`)
  return said(`${called} ne convient pas.`, `${issue.message.replace(/\.$/, '')}.`)
}
