import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DatabaseError } from '../../../src/server/database/database.ts'
import { recordRun } from '../../../src/server/database/last-runs.ts'
import { createMetrics } from '../../../src/server/operations/metrics.ts'
import { openMemory } from '../../memory-database.ts'
import { valid } from '../../samples.ts'
import { openSite, type Site } from '../../site.ts'

const NOW = new Date('2026-11-23T10:00:00Z')

describe('the figures', () => {
  it('count answers by route and status, and add durations up to each bound', () => {
    const metrics = createMetrics(() => openMemory())
    metrics.answered('/merci/…', 200, 0.02)
    metrics.answered('/merci/…', 200, 60)
    metrics.answered('a"b', 404)
    const lines = metrics.text(NOW).split('\n')
    expect(lines).toContain('hera_http_requests_total{route="/merci/…",status="200"} 2')
    expect(lines).toContain('hera_http_requests_total{route="a\\"b",status="404"} 1')
    const durations = lines.filter((line) => line.startsWith('hera_http_request_duration_seconds'))
    expect(durations).toContain('hera_http_request_duration_seconds_bucket{route="/merci/…",le="0.01"} 0')
    expect(durations).toContain('hera_http_request_duration_seconds_bucket{route="/merci/…",le="0.025"} 1')
    expect(durations).toContain('hera_http_request_duration_seconds_bucket{route="/merci/…",le="10"} 1')
    expect(durations).toContain('hera_http_request_duration_seconds_bucket{route="/merci/…",le="+Inf"} 2')
    expect(durations.at(-1)).toBe('hera_http_request_duration_seconds_count{route="/merci/…"} 2')
  })

  it('say the age of the last backup, and of none where there is none', () => {
    const db = openMemory()
    const metrics = createMetrics(() => db)
    expect(metrics.text(NOW)).not.toContain('hera_backup_age_seconds')
    recordRun(db, 'backup', new Date('2026-11-23T09:00:00Z'))
    expect(metrics.text(NOW)).toContain('\nhera_backup_age_seconds 3600\n')
    expect(metrics.text(NOW)).toContain('\nhera_outbox_waiting 0\n')
  })

  it('say how long the certificate is good, where one was seen', () => {
    const db = openMemory()
    expect(createMetrics(() => db).text(NOW)).not.toContain('hera_certificate_days')
    const metrics = createMetrics(
      () => db,
      () => 12,
    )
    expect(metrics.text(NOW)).toContain('\nhera_certificate_days 12\n')
  })

  it('say that the database cannot be read, and the rest all the same', () => {
    const metrics = createMetrics(() => {
      throw new DatabaseError('hera.sqlite a disparu.')
    })
    expect(metrics.text(NOW)).toMatch(/^hera_database_readable 0$/m)
    expect(metrics.text(NOW)).toMatch(/^process_resident_memory_bytes \d+$/m)
    expect(metrics.text(NOW)).not.toContain('hera_outbox')
  })
})

describe('GET /api/metrics', () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite({ TRUSTED_PROXIES: '1' })
  })
  afterAll(() => site?.close())
  const get = (headers: Record<string, string> = {}) => fetch(`${site.url}/api/metrics`, { headers })

  it('is the usual text for a program on this machine, without a token or an address', async () => {
    await fetch(`${site.url}/faq`)
    await fetch(`${site.url}/rien`)
    await fetch(`${site.url}/confirmation/jeton-secret`)
    await fetch(`${site.url}/formulaires/contact`, {
      method: 'POST',
      body: new URLSearchParams(valid.contact),
      redirect: 'manual',
    })
    const answer = await get()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ])
    const text = await answer.text()
    const [, ms] = /POST \/formulaires\/contact 303 (\d+)ms/.exec(site.output()) ?? []
    for (const line of [
      `hera_http_request_duration_seconds_sum{route="/formulaires/contact"} ${Number(ms) / 1000}`,
      'hera_http_requests_total{route="file",status="200"} 1',
      'hera_http_requests_total{route="none",status="404"} 1',
      'hera_http_requests_total{route="/formulaires/contact",status="303"} 1',
      'hera_http_request_duration_seconds_count{route="/formulaires/contact"} 1',
    ])
      expect(text.split('\n')).toContain(line)
    for (const line of text.trim().split('\n'))
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{[^}]+\})? [\d.e+-]+)$/)
    expect(text).not.toMatch(/jeton|127\.0\.0\.1/)
  })

  it('is the 404 of the site behind a proxy', async () => {
    const answer = await get({ Via: '1.1 proxy', Accept: 'text/html' })
    expect(answer.status).toBe(404)
    const unknown = await fetch(`${site.url}/rien`, { headers: { Accept: 'text/html' } })
    expect(await answer.text()).toBe(await unknown.text())
  })
})
