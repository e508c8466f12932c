import { execFileSync } from 'node:child_process'
import { longDay } from '../../forms/calendar.ts'
import { type Finding, findingAt } from '../finding.ts'
import { offsetAt, type Source } from '../reading/sources.ts'

/** A date that is at most this many days old may stay: a text is often corrected more than once before it is published. */
const FRESH_DAYS = 7
const DAY_MS = 86_400_000
/** The day of the last commit, then what it changed; a pull request is one commit for the forge. */
const SHOW = 'show --format=%cs --diff-merges=first-parent --unified=0 --relative HEAD -- legal'.split(' ')

/**
 * Finds legal texts that the last commit has changed, while the date that readers see stayed. Finds nothing where there
 * is no git.
 * @param folder of the texts
 */
export function checkLegalDates(sources: readonly Source[], folder: string): Finding[] {
  const [before = '', ...changes] = lastCommit(folder).split(/^diff --git /m)
  const day = before.trim()
  return changes.flatMap((change) => {
    const [, path] = /^\+\+\+ b\/(.*)$/m.exec(change) ?? []
    const source = sources.find((each) => each.path === path && !each.id.startsWith('_'))
    const updated = String(source?.document.get('updated'))
    // False for what is no date, which the schema reports.
    const isOld = Date.parse(day) - Date.parse(updated) > FRESH_DAYS * DAY_MS
    if (!source || !isOld || /^\+updated:/m.test(change)) return []
    const what = `ce texte a changé, et se dit du ${longDay(updated)}.`
    return findingAt(source, offsetAt(source, ['updated']), what, `Écrivez updated: ${day}.`)
  })
}

function lastCommit(cwd: string): string {
  try {
    return execFileSync('git', SHOW, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return ''
  }
}
