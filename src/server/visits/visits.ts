import type { IncomingHttpHeaders } from 'node:http'
import { VISITS_MONTHS } from '../../browser/timings.ts'
import { dayInParis } from '../../forms/calendar.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { pluck } from '../database/pluck.ts'
import { logError } from '../log.ts'
import { monthsBefore } from '../paris-time.ts'
import { arrivalOf } from './arrival.ts'

/** What is counted, as the table `visits` names it. */
export type Counted = 'visit' | 'page' | 'host' | 'reached' | 'sent'

const FLUSH_MS = 60_000
/** Hosts that are told apart between two writings and in a day: anyone can make up a referrer. */
const HOSTS_MAX = 100

const keyOf = (what: Counted, name: string) => `${what} ${name}`
const VISIT = keyOf('visit', '')

export type Visits = ReturnType<typeof createVisits>

/**
 * Counts how much the site is read: sums of a day, in memory until they are written once a minute. Nothing of a visitor is
 * kept: neither an address nor an identifier, and no two requests are ever joined.
 * @param store runs a job in a commit of the present database
 */
export function createVisits(store: (job: (db: Database) => void) => Promise<void>, clock: Clock) {
  let sums = new Map<string, number>()
  let hosts = 0

  function count(key: string): void {
    sums.set(key, (sums.get(key) ?? 0) + 1)
  }

  function countHost(host: string): void {
    const key = keyOf('host', host)
    if (!sums.has(key)) {
      if (hosts === HOSTS_MAX) return
      hosts += 1
    }
    count(key)
  }

  function write(db: Database, taken: ReadonlyMap<string, number>, day: string): void {
    const add = db.prepare(
      'INSERT INTO visits VALUES (@day, @what, @name, @count) ON CONFLICT DO UPDATE SET count = count + excluded.count',
    )
    const isKnown = db.prepare("SELECT 1 FROM visits WHERE day = ? AND what = 'host' AND name = ?")
    const countHosts = pluck(db, "SELECT count(*) FROM visits WHERE day = ? AND what = 'host'")
    for (const [key, count] of taken) {
      const [what = '', name = ''] = key.split(' ')
      const isOneTooMany = what === 'host' && !isKnown.get(day, name) && Number(countHosts.get(day)) >= HOSTS_MAX
      if (!isOneTooMany) add.run({ day, what, name, count })
    }
    db.prepare('DELETE FROM visits WHERE day < ?').run(dayInParis(new Date(monthsBefore(clock(), VISITS_MONTHS))))
  }

  async function flush(): Promise<void> {
    if (sums.size === 0) return
    const taken = sums
    sums = new Map()
    hosts = 0
    try {
      await store((db) => write(db, taken, dayInParis(clock())))
    } catch (error) {
      for (const [key, count] of taken) sums.set(key, (sums.get(key) ?? 0) + count)
      logError('visits', error)
    }
  }

  /** What the opening of a page adds to, by its path. */
  const pages = new Map<string, readonly string[]>()

  const timer = setInterval(flush, FLUSH_MS)
  timer.unref()

  return {
    /**
     * Makes what counts the openings of one built page from the headers of each request.
     * @param path of the page
     * @param forms names of the forms that it holds
     */
    page(path: string, forms: readonly string[]) {
      const keys = [keyOf('page', path), ...forms.map((form) => keyOf('reached', form))]
      pages.set(path, keys)
      return (headers: IncomingHttpHeaders): void => {
        const arrival = arrivalOf(headers)
        if (!arrival) return
        for (const key of keys) count(key)
        if (!arrival.fromElsewhere) return
        count(VISIT)
        if (arrival.host) countHost(arrival.host)
      }
    },
    /** Counts the opening of a page that the browser had fetched ahead, from another page of the site. */
    openedAhead(path: string): void {
      for (const key of pages.get(path) ?? []) count(key)
    },
    /** Counts a form that was stored. */
    sent: (form: string) => count(keyOf('sent', form)),
    /** Writes what was counted since the last time; what cannot be written is kept for the next one. */
    flush,
    /** Ends the regular writing, after a last one. */
    stop(): Promise<void> {
      clearInterval(timer)
      return flush()
    },
  }
}
