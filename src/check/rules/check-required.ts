import { join } from 'node:path'
import { isMap } from 'yaml'
import { ABSENT } from '../../copy/facts/parse-facts.ts'
import { PLACEHOLDER } from '../../copy/placeholders.ts'
import { needsOf } from '../../model/needs.ts'
import { type Finding, findingAt, findingOn } from '../finding.ts'
import { offsetAt } from '../reading/offset-at.ts'
import type { Source } from '../reading/sources.ts'

/** Finds missing files. */
export function missingFiles(paths: readonly string[], sources: readonly Source[], root: string): Finding[] {
  const [what, mend] = ABSENT
  return paths
    .filter((path) => !sources.some((source) => source.path === path))
    .flatMap((path) => findingOn({ file: join(root, path) }, what, mend, true))
}

/** Finds required keys and placeholders that are missing or empty. */
export function checkRequired(source: Source): Finding[] {
  if (source.document.errors.length > 0) return []
  const { keys, names } = needsOf(source.path)
  return [...keys.flatMap((key) => missingKey(source, key.split('.'))), ...missingNames(source, names)]
}

function missingKey(source: Source, path: readonly string[]): Finding[] {
  const above = path.slice(0, -1)
  // The key above has its own finding.
  if (above.length > 0 && !isMap(source.document.getIn(above))) return []
  const value: unknown = source.document.getIn(path)
  const gone = value === undefined || value === null
  if (!gone && value !== '') return []
  return findingAt(
    source,
    offsetAt(source, path),
    `« ${path.at(-1)} » ${gone ? 'manque' : 'est vide'}.`,
    `Remettez-le : ${source.folder === 'emails' ? 'l’e-mail partirait sans lui' : 'le site le dit'}.`,
    true,
  )
}

function missingNames(source: Source, names: readonly string[]): Finding[] {
  // A comment explains a placeholder but does not use it.
  const said = source.extension === '.yaml' ? source.text.replace(/^\s*#.*$/gm, '') : source.text
  const called = new Set([...said.matchAll(PLACEHOLDER)].map(([, name]) => name))
  return names
    .filter((name) => !called.has(name))
    .flatMap((name) =>
      findingAt(
        source,
        source.bodyAt ?? 0,
        `ce texte ne dit plus « {{ ${name} }} ».`,
        'Remettez ce nom à sa place : la loi ou le lecteur l’attend.',
        true,
      ),
    )
}
