import type { Database } from '../database/database.ts'
import { sqliteCode } from '../database/database-error.ts'
import { lastRun } from '../database/last-runs.ts'
import { outboxCounts } from '../mail/outbox-admin.ts'

/** Media type of the text format of Prometheus (https://prometheus.io/docs/instrumenting/exposition_formats/). */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/**
 * Collects metrics of the requests since the start of the process.
 * @param certificateDays days until the certificate expires; undefined if there is none
 */
export function createMetrics(db: Database, certificateDays: () => number | undefined = () => undefined) {
  const answers = new Map<string, Map<number, number>>()
  const durations = new Map<string, { count: number; sum: number }>()
  return {
    /**
     * Counts a response.
     * @param route name of the route, never a URL, which may contain a token; without quotes, backslashes or line breaks
     * @param seconds duration; undefined for files from memory, which are not timed
     */
    answered(route: string, status: number, seconds?: number): void {
      const statuses = answers.get(route) ?? new Map<number, number>()
      answers.set(route, statuses)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (seconds === undefined) return
      const { count, sum } = durations.get(route) ?? { count: 0, sum: 0 }
      durations.set(route, { count: count + 1, sum: sum + seconds })
    },
    /** Returns all metrics in the text format: responses, mail queue, age of the backup, memory. */
    text: (now: Date) =>
      [...answerLines(answers), ...durationLines(durations), ...gaugeLines(db, certificateDays(), now)]
        .map((line) => `${line}\n`)
        .join(''),
  }
}

function answerLines(answers: ReadonlyMap<string, ReadonlyMap<number, number>>): string[] {
  const name = 'hera_http_requests_total'
  const lines = [...answers].flatMap(([route, statuses]) =>
    [...statuses].map(([status, count]) => `${name}{route="${route}",status="${status}"} ${count}`),
  )
  return [...head(name, 'counter', 'Responses by route and status.'), ...lines]
}

function durationLines(durations: ReadonlyMap<string, { count: number; sum: number }>): string[] {
  const name = 'hera_http_request_duration_seconds'
  const lines = [...durations].flatMap(([route, { count, sum }]) => [
    `${name}_sum{route="${route}"} ${sum}`,
    `${name}_count{route="${route}"} ${count}`,
  ])
  return [...head(name, 'summary', 'Response time of on-demand routes.'), ...lines]
}

function gaugeLines(db: Database, certificateDays: number | undefined, now: Date): string[] {
  const gauge = (name: string, help: string, value: number | undefined) =>
    value === undefined ? [] : [...head(name, 'gauge', help), `${name} ${value}`]
  const queue = readDatabase(db, now)
  return [
    ...gauge('hera_database_readable', '1 if the database can be read, otherwise 0.', queue ? 1 : 0),
    ...gauge('hera_outbox_waiting', 'E-mails queued.', queue?.waiting),
    ...gauge('hera_outbox_failed', 'E-mails rejected or given up.', queue?.failed),
    ...gauge('hera_outbox_oldest_seconds', 'Age of the oldest queued e-mail.', queue?.delay),
    ...gauge('hera_backup_age_seconds', 'Time since the last verified backup.', queue?.backupAge),
    ...gauge('hera_certificate_days', 'Days until the certificate of the public name expires.', certificateDays),
    ...gauge('process_resident_memory_bytes', 'Resident memory of the process.', process.memoryUsage.rss()),
    ...gauge('process_uptime_seconds', 'Time since the process started.', Math.round(process.uptime())),
  ]
}

/** Returns undefined if the database cannot be read. */
function readDatabase(db: Database, now: Date) {
  // Closed while the server cannot reopen it.
  if (!db.open) return undefined
  try {
    const { waiting, failed, oldest } = outboxCounts(db)
    const since = (at: string) => Math.round((now.getTime() - Date.parse(at)) / 1000)
    const backup = lastRun(db, 'backup')
    return {
      waiting,
      failed,
      delay: oldest ? since(oldest) : 0,
      backupAge: backup === undefined ? undefined : since(backup),
    }
  } catch (error) {
    if (sqliteCode(error)) return undefined
    throw error
  }
}

function head(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
}
