import type { z } from 'astro/zod'
import { nearest } from '../../copy/placeholders.ts'
import { needsOf } from '../../model/needs.ts'
import { type Finding, findingAt } from '../finding.ts'
import { dayThatIsNone } from '../reading/days.ts'
import { offsetAt } from '../reading/offset-at.ts'
import { schemaAt, schemaOf } from '../reading/schema-at.ts'
import type { Source } from '../reading/sources.ts'

type Issue = NonNullable<ReturnType<z.ZodType['safeParse']>['error']>['issues'][number]
type Path = readonly PropertyKey[]

const EXPECTED: Record<string, [string, string]> = {
  string: ['un texte', 'Écrivez-le entre "guillemets droits".'],
  number: ['un nombre', 'Écrivez des chiffres, sans guillemets.'],
  int: ['un nombre entier', 'Écrivez des chiffres, sans guillemets.'],
  boolean: ['true ou false', 'Écrivez true (oui) ou false (non), sans guillemets.'],
  date: ['une date', 'Écrivez AAAA-MM-JJ, par exemple 2026-11-21.'],
  array: ['une liste', 'Commencez chaque élément par un tiret.'],
  object: ['un groupe de clés', 'Écrivez « clé: valeur », une par ligne, en retrait.'],
  record: ['un groupe de clés', 'Écrivez « clé: valeur », une par ligne, en retrait.'],
}

/** Finds missing, unknown or invalid keys, according to the schema of the file. */
export function checkSchema(source: Source): Finding[] {
  const schema = schemaOf(source)
  if (!schema) return []
  const issues: Issue[] = schema.safeParse(source.document.toJS()).error?.issues ?? []
  const meant = (key: string, place: Path) => {
    const { keys } = schemaAt(source, place)
    const unwritten = keys.filter((each) => !source.document.hasIn([...place, each]))
    return nearest(key, unwritten.length > 0 ? unwritten : keys)
  }
  const misspelt = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => [...issue.path, meant(key, issue.path)].join('.'))
      : [],
  )
  return issues.flatMap((issue) => {
    const { path } = issue
    const first = issues.find((each) => each.path.join('.') === path.join('.'))
    // What is empty or of another kind may also fail the rule for its contents.
    const again = first !== issue && (first?.code === 'too_small' || first?.code === 'invalid_type')
    if (again || misspelt.includes(path.join('.'))) return []
    const said = (what: string, mend: string, where: Path = path): Finding[] =>
      findingAt(source, offsetAt(source, where), what, mend, true)
    const name = path.findLast((key) => typeof key === 'string') ?? source.id
    const { description, optional, keys } = schemaAt(source, path)
    if (issue.code === 'unrecognized_keys') {
      const [place, kinds] =
        name === 'sections' ? ['une section de cette page', 'sections'] : ['une clé de cet endroit', 'clés']
      return issue.keys.flatMap((key) =>
        said(
          `« ${key} » n’est pas ${place}.`,
          `Le nom le plus proche est « ${meant(key, issue.path)} » ; ${kinds} possibles : ${keys.join(', ')}. Sinon, retirez-la.`,
          [...path, key],
        ),
      )
    }
    if (path.at(-2) === 'sections' && !source.document.hasIn(path))
      return said(`la section « ${name} » manque.`, 'La page la montre : remettez-la.')
    if (source.document.getIn(path) === undefined)
      return said(`« ${name} » manque.`, description ? `À écrire : ${description}` : 'Ajoutez cette clé.')
    if (issue.code === 'too_small' && ['string', 'array'].includes(issue.origin)) {
      const mayGo = optional && !needsOf(source.path).keys.includes(path.join('.'))
      const mend = description ? `À écrire : ${description}` : 'Écrivez-le.'
      return said(`« ${name} » est vide.`, mayGo ? `${mend} Sinon, retirez cette ligne.` : mend)
    }
    if (issue.code === 'invalid_type') {
      const none = issue.expected === 'date' && dayThatIsNone(String(source.document.getIn(path)))
      if (none) return said(`« ${name} » : ${none[0]}`, none[1])
      const [kind, mend] = EXPECTED[issue.expected] ?? ['autre chose', description]
      return said(`« ${name} » doit être ${kind}.`, mend)
    }
    if (issue.code === 'invalid_value')
      return said(`« ${name} » ne convient pas.`, `Valeurs possibles : ${issue.values.join(', ')}.`)
    if (path.length === 0) return said('ce fichier n’est pas complet.', `${issue.message.replace(/\.$/, '')}.`)
    return said(`« ${name} » ne convient pas.`, `${issue.message.replace(/\.$/, '')}.`)
  })
}
