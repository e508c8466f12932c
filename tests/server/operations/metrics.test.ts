import { describe, expect, it } from 'vitest'
import type { Database } from '../../../src/server/database/database.ts'
import { recordRun } from '../../../src/server/database/last-runs.ts'
import { createMetrics } from '../../../src/server/operations/metrics.ts'
import { openMemory } from '../../memory-database.ts'

const NOW = new Date('2026-11-23T10:00:00Z')

describe('metrics', () => {
  it('count responses by route and status, and sum up durations', () => {
    const metrics = createMetrics(openMemory())
    metrics.answered('/merci/…', 200, 0.02)
    metrics.answered('/merci/…', 200, 60)
    metrics.answered('file', 404)
    const lines = metrics.text(NOW).split('\n')
    expect(lines).toContain('hera_http_requests_total{route="/merci/…",status="200"} 2')
    expect(lines).toContain('hera_http_requests_total{route="file",status="404"} 1')
    const durations = lines.filter((line) => line.startsWith('hera_http_request_duration_seconds'))
    expect(durations).toEqual([
      'hera_http_request_duration_seconds_sum{route="/merci/…"} 60.02',
      'hera_http_request_duration_seconds_count{route="/merci/…"} 2',
    ])
  })

  it('contain the age of the last backup, if there is one', () => {
    const db = openMemory()
    const metrics = createMetrics(db)
    expect(metrics.text(NOW)).not.toContain('hera_backup_age_seconds')
    recordRun(db, 'backup', new Date('2026-11-23T09:00:00Z'))
    expect(metrics.text(NOW)).toContain('\nhera_backup_age_seconds 3600\n')
    expect(metrics.text(NOW)).toContain('\nhera_outbox_waiting 0\n')
  })

  it('contain the remaining days of the certificate, if there is one', () => {
    const db = openMemory()
    expect(createMetrics(db).text(NOW)).not.toContain('hera_certificate_days')
    const metrics = createMetrics(db, () => 12)
    expect(metrics.text(NOW)).toContain('\nhera_certificate_days 12\n')
  })

  it.each([
    ['without its tables', (db: Database) => db.exec('DROP TABLE outbox')],
    ['that is closed', (db: Database) => db.close()],
  ])('report a database %s, and the metrics of the process', (_, breakIt) => {
    const db = openMemory()
    breakIt(db)
    const metrics = createMetrics(db)
    expect(metrics.text(NOW)).toMatch(/^hera_database_readable 0$/m)
    expect(metrics.text(NOW)).toMatch(/^process_resident_memory_bytes \d+$/m)
    expect(metrics.text(NOW)).not.toContain('hera_outbox_waiting')
  })
})
