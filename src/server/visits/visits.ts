import type { IncomingHttpHeaders } from 'node:http'
import { VISITS_MONTHS } from '../../browser/timings.ts'
import { dayInParis } from '../../forms/calendar.ts'
import type { Clock } from '../clock.ts'
import { type Database, pluck } from '../database/database.ts'
import { logError } from '../log.ts'
import { monthsBefore } from '../paris-time.ts'
import { arrivalOf } from './arrival.ts'

/** Kind of count: value of the column `what` of the table `visits`. */
export type Counted = 'visit' | 'page' | 'host' | 'reached' | 'sent'

const FLUSH_MS = 60_000
/** Maximum number of hosts counted between two flushes, and in a day, because anyone can forge a referrer. */
const HOSTS_MAX = 100

const keyOf = (what: Counted, name: string) => `${what} ${name}`
const VISIT = keyOf('visit', '')

export type Visits = ReturnType<typeof createVisits>

/**
 * Counts visits and opened pages by day, in memory, and writes the sums once a minute. Stores no address or identifier
 * of a visitor, and never links two requests.
 * @param store runs a job in a transaction of the current database
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

  /** By path of a page: the keys to count when it is opened. */
  const pages = new Map<string, readonly string[]>()

  const timer = setInterval(flush, FLUSH_MS)
  timer.unref()

  return {
    /**
     * Returns a function that counts the openings of one built page from the headers of each request.
     * @param path of the page
     * @param forms names of the forms on the page
     */
    page(path: string, forms: readonly string[]) {
      const keys = [keyOf('page', path), ...forms.map((form) => keyOf('reached', form))]
      pages.set(path, keys)
      return (headers: IncomingHttpHeaders): void => {
        const arrival = arrivalOf(headers)
        if (!arrival) return
        for (const key of keys) count(key)
        if (!arrival.isEntry) return
        count(VISIT)
        if (arrival.host) countHost(arrival.host)
      }
    },
    /** Counts the opening of a page that the browser had prefetched from another page of the site. */
    prefetchedPageOpened(path: string): void {
      for (const key of pages.get(path) ?? []) count(key)
    },
    /** Counts a stored submission. */
    sent: (form: string) => count(keyOf('sent', form)),
    /** Writes the sums since the last flush; keeps them for the next one if that fails. */
    flush,
    /** Stops the timer and flushes once more. */
    stop(): Promise<void> {
      clearInterval(timer)
      return flush()
    },
  }
}
