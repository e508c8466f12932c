import { type Finding, findingAt } from '../finding.ts'
import { tooFar } from '../reading/days.ts'
import { offsetAt } from '../reading/offset-at.ts'
import type { Source } from '../reading/sources.ts'

/** How many years ahead a day may be, by folder and key. */
const AHEAD: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  legal: { first_version: 0, updated: 0 },
  testimonials: { date: 0 },
  exhibitions: { start: 5, end: 5 },
}

/**
 * Finds implausible days, and legal texts that changed without a new date.
 * @param today AAAA-MM-JJ
 * @param committed the legal texts of the last commit; empty without a commit
 */
export function checkDates(sources: readonly Source[], today: string, committed: readonly Source[]): Finding[] {
  const last = new Map(committed.map((source) => [source.path, source]))
  return sources.flatMap((source) => [
    ...Object.entries(AHEAD[source.folder] ?? {}).flatMap(([key, years]) => {
      const far = tooFar(dayOf(source, key), today, years)
      return far ? found(source, key, ...far) : []
    }),
    ...unchangedDate(source, last.get(source.path), today),
  ])
}

/** Finds a legal text that differs from the last commit but has the same date. */
function unchangedDate(source: Source, before: Source | undefined, today: string): Finding[] {
  const updated = dayOf(source, 'updated')
  if (!before || updated === '' || updated >= today || dayOf(before, 'updated') !== updated) return []
  if (wordsOf(before) === wordsOf(source)) return []
  return found(
    source,
    'updated',
    `le texte a changé depuis la dernière version enregistrée, et « updated » dit encore ${updated}.`,
    `Écrivez ${today}.`,
  )
}

function dayOf({ document }: Source, key: string): string {
  const value = document.get(key)
  return typeof value === 'string' ? value : ''
}

function wordsOf({ text, bodyAt, document }: Source): string {
  return `${document.get('heading')} ${document.get('lead')} ${text.slice(bodyAt)}`.replace(/\s+/g, ' ').trim()
}

function found(source: Source, key: string, what: string, mend: string): Finding[] {
  return findingAt(source, offsetAt(source, [key]), what, mend)
}
