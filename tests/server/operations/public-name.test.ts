import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import {
  BUILD_HEADER,
  type PublicName,
  probePublicName,
  watchPublicName,
} from '../../../src/server/operations/public-name.ts'
import { publicState } from '../../../src/server/operations/state/site-state.ts'
import { freePort } from '../../site.ts'

const BUILD = { siteUrl: 'https://www.hera.fr', builtAt: '2026-11-20T10:00:00.000Z' }
const NOW = new Date('2026-11-22T10:00:00Z')
const DAY = 86_400_000
const answer = (headers: Record<string, string>, status = 200) => new Response('{}', { status, headers })
const refused = (code: string) => Promise.reject(new TypeError('fetch failed', { cause: { code } }))

const look = (answered: () => Promise<Response>, days?: number, siteUrl = BUILD.siteUrl) => {
  const fetch = vi.fn(answered)
  const certificateEnd = vi.fn(async () => (days === undefined ? undefined : new Date(NOW.getTime() + days * DAY)))
  return probePublicName({ ...BUILD, siteUrl }, () => NOW, { fetch, certificateEnd }).then((met) => ({
    met,
    asked: fetch.mock.calls.map(([url]: unknown[]) => url),
    certificateOf: certificateEnd.mock.calls,
  }))
}

it('probePublicName accepts its own build at the public URL, with any status', async () => {
  const { met, asked, certificateOf } = await look(async () => answer({ [BUILD_HEADER]: BUILD.builtAt }, 503), 60.5)
  expect(met).toEqual({ siteUrl: BUILD.siteUrl, certificateDays: 60 })
  expect(asked).toEqual(['https://www.hera.fr/api/health'])
  expect(certificateOf).toEqual([['www.hera.fr', 443]])
})

it('probePublicName checks no certificate for an http URL', async () => {
  const { met, certificateOf } = await look(async () => answer({ [BUILD_HEADER]: BUILD.builtAt }), 5, 'http://hera.fr')
  expect(met).toEqual({ siteUrl: 'http://hera.fr' })
  expect(certificateOf).toEqual([])
})

it.each<[string, () => Promise<Response>]>([
  ['autre chose que Hera y répond (503)', async () => answer({}, 503)],
  [
    'une autre version du site y répond, construite le 2026-01-02',
    async () => answer({ [BUILD_HEADER]: '2026-01-02' }),
  ],
  ['ce nom ne mène nulle part (DNS)', () => refused('ENOTFOUND')],
  ['personne n’y écoute : le proxy est arrêté', () => refused('ECONNREFUSED')],
  ['le certificat a expiré', () => refused('CERT_HAS_EXPIRED')],
  [
    'les navigateurs refusent le certificat (ERR_TLS_CERT_ALTNAME_INVALID)',
    () => refused('ERR_TLS_CERT_ALTNAME_INVALID'),
  ],
  ['la connexion échoue (ECONNRESET)', () => refused('ECONNRESET')],
  ['personne n’y répond en dix secondes', () => Promise.reject(new DOMException('late', 'TimeoutError'))],
])('probePublicName describes the fault: %s', async (fault, answered) => {
  const { met } = await look(answered, -2)
  expect(met).toEqual({ siteUrl: BUILD.siteUrl, fault, certificateDays: -2 })
  expect(publicState(met)).toMatchObject({ status: 'fail', sentence: `https://www.hera.fr : ${fault}.` })
})

it.each([
  [21, 'pass'],
  [20, 'warn'],
  [7, 'warn'],
  [6, 'fail'],
  [-1, 'fail'],
])('publicState of a certificate with %i days left: %s', (certificateDays, status) => {
  expect(publicState({ siteUrl: BUILD.siteUrl, certificateDays })).toMatchObject({ status })
})

it('publicState passes for a site that responds without a certificate', () => {
  expect(publicState({ siteUrl: 'http://hera.fr' })).toMatchObject({
    status: 'pass',
    sentence: 'http://hera.fr répond.',
  })
})

it.skipIf(spawnSync('openssl', ['version']).error)('reads the end and the fault of a real certificate', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hera-certificate-'))
  const file = (name: string) => join(folder, name)
  execFileSync(
    'openssl',
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30 -subj /CN=localhost -keyout ${file('key')} -out ${file('cert')}`.split(
      ' ',
    ),
    { stdio: 'ignore' },
  )
  const named: string[] = []
  const [key, cert] = [file('key'), file('cert')].map((path) => readFileSync(path))
  const server = createServer(
    {
      key,
      cert,
      SNICallback(name, done) {
        named.push(name)
        done(null)
      },
    },
    (_, res) => res.end(),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const siteUrl = `https://localhost:${(server.address() as AddressInfo).port}`
  const met = await probePublicName({ ...BUILD, siteUrl }, () => new Date())
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
  // SNI, because a proxy has a certificate for each name.
  expect(named, 'server names of the request and of the certificate check').toEqual(['localhost', 'localhost'])
  expect(met).toEqual({
    siteUrl,
    fault: 'les navigateurs refusent le certificat (DEPTH_ZERO_SELF_SIGNED_CERT)',
    certificateDays: 29,
  })
})

it('probePublicName reports a refused connection without a certificate', async () => {
  const siteUrl = `https://localhost:${await freePort()}`
  expect(await probePublicName({ ...BUILD, siteUrl }, () => new Date())).toEqual({
    siteUrl,
    fault: 'personne n’y écoute : le proxy est arrêté',
  })
})

it('watchPublicName checks every five minutes, and reports a fault that persists for 30 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const well = { siteUrl: BUILD.siteUrl }
  const bad = { ...well, fault: 'non' }
  const answers: PublicName[] = [well, bad, well, bad, bad, well]
  let asked = 0
  const { latest, stop } = watchPublicName(async () => answers[asked++] ?? well)
  expect(latest(), 'result before the first check').toBeUndefined()
  await vi.advanceTimersByTimeAsync(0)
  expect(latest()).toBe(well)
  await vi.advanceTimersByTimeAsync(300_000)
  expect([asked, latest()]).toEqual([2, well])
  await vi.advanceTimersByTimeAsync(30_000)
  expect([asked, latest()]).toEqual([3, well])
  await vi.advanceTimersByTimeAsync(299_999)
  expect(asked, 'checks within five minutes').toBe(3)
  await vi.advanceTimersByTimeAsync(30_001)
  expect([asked, latest()]).toEqual([5, bad])
  await vi.advanceTimersByTimeAsync(300_000)
  expect([asked, latest()]).toEqual([6, well])
  stop()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked, 'checks after stop').toBe(6)
})
