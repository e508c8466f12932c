import { join } from 'node:path'
import { isMap, isSeq } from 'yaml'
import { NEEDED_FILES, needsOf } from '../../content.needs.ts'
import { ABSENT } from '../../copy/facts/parse-facts.ts'
import { PLACEHOLDER } from '../../copy/placeholders.ts'
import { type Finding, findingAt, findingOn, sortFindings } from '../finding.ts'
import { offsetAt } from '../reading/offset-at.ts'
import { readSources, type Source } from '../reading/sources.ts'
import { coverFaults } from '../reading/yaml-faults.ts'

type Path = (string | number)[]

/** Texts that the running server sends in responses and e-mails; the texts of pages are checked by the build. */
const SAID_BY_THE_SERVER = /^(?:emails|forms)\/|^interface\.yaml$/

/**
 * Returns what the server's own texts lack: files, keys and placeholders without which a response or an e-mail
 * would be incomplete. Used by the start and the status of the server; the content check applies the same rules.
 * @param root folder of the texts
 */
export function incompleteTexts(root: string): Finding[] {
  const sources = readSources(root, SAID_BY_THE_SERVER)
  const files = NEEDED_FILES.filter((path) => SAID_BY_THE_SERVER.test(path))
  return sortFindings([
    ...missingFiles(files, sources, root),
    ...sources.flatMap((source) => [...coverFaults(source).faults, ...checkRequired(source)]),
  ])
}

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
  const { keys, names = [] } = needsOf(source.path)
  return [...keys.flatMap((key) => missingKey(source, key.split('.'))), ...missingNames(source, names)]
}

function missingKey(source: Source, keys: readonly string[]): Finding[] {
  return placesOf(source, keys).flatMap((path) => {
    const value: unknown = source.document.getIn(path)
    const name = String(path.at(-1))
    const gone = value === undefined || value === null
    if (!gone && value !== '' && !(isSeq(value) && value.items.length === 0)) return []
    return findingAt(
      source,
      offsetAt(source, path),
      gone ? `« ${name} » manque.` : `« ${name} » est vide.`,
      `Remettez-le : ${whyOf(source)}.`,
      true,
    )
  })
}

/** Returns the paths of a key: one for each item of a list, or that of a number. Omits paths below a missing key. */
function placesOf(source: Source, keys: readonly string[]): Path[] {
  const known = (path: Path) => path.length === 0 || isMap(source.document.getIn(path))
  return keys
    .reduce<Path[]>(
      (paths, key) =>
        paths.flatMap((path) => {
          const at: unknown = path.length === 0 ? undefined : source.document.getIn(path)
          if (/^\d+$/.test(key)) return isSeq(at) && Number(key) < at.items.length ? [[...path, Number(key)]] : []
          return isSeq(at) ? at.items.map((_, index) => [...path, index, key]) : [[...path, key]]
        }),
      [[]],
    )
    .filter((path) => known(path.slice(0, -1)))
}

function whyOf({ folder }: Source): string {
  if (folder === 'emails') return 'l’e-mail partirait sans lui'
  return folder === 'pages' ? 'la page le montre' : 'le site le dit'
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
