import { execFileSync } from 'node:child_process'
import { longDay } from '../../forms/calendar.ts'
import { type Finding, findingAt } from '../finding.ts'
import { offsetAt, type Source } from '../reading/sources.ts'

/** A date that is at most this many days old may stay: a text is often corrected more than once before it is published. */
const FRESH_DAYS = 7
const DAY_MS = 86_400_000

/**
 * Finds legal texts that have changed since the last commit, or with it, while the date that readers see has not. A pull
 * request is one commit for the forge, so its check sees all of it. Finds nothing where there is no git.
 * @param folder of the texts
 * @param today AAAA-MM-JJ
 */
export function checkLegalDates(sources: readonly Source[], folder: string, today: string): Finding[] {
  const [, ...changes] = changesIn(folder).split(/^diff --git /m)
  return changes.flatMap((change) => {
    const [, path] = /^\+\+\+ b\/(.*)$/m.exec(change) ?? []
    const source = sources.find((each) => each.path === path && !each.id.startsWith('_'))
    const updated = String(source?.document.get('updated'))
    const isFresh = Date.parse(today) - Date.parse(updated) <= FRESH_DAYS * DAY_MS
    if (!source || isFresh || /^\+updated:/m.test(change)) return []
    const what = `ce texte a changé, et se dit du ${longDay(updated)}.`
    return findingAt(source, offsetAt(source, ['updated']), what, `Écrivez updated: ${today}.`)
  })
}

function changesIn(folder: string): string {
  try {
    return execFileSync('git', ['diff', '--unified=0', '--relative', 'HEAD^1', '--', 'legal'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    return ''
  }
}
