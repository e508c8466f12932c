import { execFileSync } from 'node:child_process'
import { longDay } from '../../forms/calendar.ts'
import { type Finding, findingAt } from '../finding.ts'
import { offsetAt, type Source } from '../reading/sources.ts'

/** A date that is at most this many days old may stay: a text is often corrected more than once before it is published. */
const FRESH_DAYS = 7
const DAY_MS = 86_400_000

/**
 * Finds legal texts that have changed since the last commit, or with it, while the date that readers see has not. A
 * committed change is compared with the day of its commit, so that a text that was right stays right. A pull request is
 * one commit for the forge, so its check sees all of it. Finds nothing where there is no git.
 * @param folder of the texts
 * @param today AAAA-MM-JJ
 */
export function checkLegalDates(sources: readonly Source[], folder: string, today: string): Finding[] {
  const diff = (...range: string[]) => git(folder, 'diff', '--unified=0', '--relative', ...range, '--', 'legal')
  const findings = [
    ...undated(sources, diff('HEAD'), today),
    ...undated(sources, diff('HEAD^1', 'HEAD'), git(folder, 'log', '-1', '--format=%cs').trim()),
  ]
  return findings.filter(({ file }, index) => findings.findIndex((each) => each.file === file) === index)
}

/** @param day AAAA-MM-JJ on which the texts changed */
function undated(sources: readonly Source[], diff: string, day: string): Finding[] {
  const [, ...changes] = diff.split(/^diff --git /m)
  return changes.flatMap((change) => {
    const [, path] = /^\+\+\+ b\/(.*)$/m.exec(change) ?? []
    const source = sources.find((each) => each.path === path && !each.id.startsWith('_'))
    const updated = String(source?.document.get('updated'))
    const isFresh = Date.parse(day) - Date.parse(updated) <= FRESH_DAYS * DAY_MS
    if (!source || isFresh || /^\+updated:/m.test(change)) return []
    const what = `ce texte a changé, et se dit du ${longDay(updated)}.`
    return findingAt(source, offsetAt(source, ['updated']), what, `Écrivez updated: ${day}.`)
  })
}

function git(cwd: string, ...words: string[]): string {
  try {
    return execFileSync('git', words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return ''
  }
}
