import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openSite, SERVE } from '../../tests/support/site.ts'
import type { Figure } from './figure.ts'
import { isInstalled, onCore, type Pace, race } from './load.ts'
import { openNginx } from './nginx.ts'

const PAGES = ['/', '/faq']
/** Maximum number of submissions per turn, so that the numbers of two turns do not overlap. */
const TURN_MAX = 100_000
const SUBMIT = ['-s', 'scripts/bench/submit.lua']

/** Measures pages a second per core, compared with nginx on the same files; both send the gzip files of the build. */
export async function measurePages(): Promise<Figure[]> {
  const missing = ['nginx', 'wrk'].filter((program) => !isInstalled(program))
  const limit = { atLeast: 0.3 }
  if (missing.length > 0)
    return [
      { what: 'pages, relative to nginx', values: [], unit: '×', limit, note: `not installed: ${missing.join(', ')}` },
    ]
  const site = await openSite({}, onCore(0, ...SERVE))
  const nginx = await openNginx()
  try {
    const figures: Figure[] = []
    for (const path of PAGES) {
      const rival = { expect: 'success' as const, args: () => ['-H', 'Accept-Encoding: gzip'] }
      const [own, other] = (await race([
        { ...rival, pid: site.process.pid, url: site.url + path },
        { ...rival, pid: nginx.pid, url: nginx.url + path },
      ])) as [Pace, Pace]
      const [ours, theirs] = [own.answers / own.busySeconds, other.answers / other.busySeconds]
      const note = `${Math.round(ours)} and ${Math.round(theirs)} a second of one core`
      figures.push({ what: `pages, relative to nginx, ${path}`, values: [ours / theirs], unit: '×', limit, note })
    }
    return figures
  } finally {
    await nginx.close()
    await site.close()
  }
}

/** Measures stored submissions a second, compared with submissions that are rejected as invalid. */
export async function measureSubmissions(): Promise<Figure[]> {
  if (!isInstalled('wrk')) return [{ what: 'submissions', values: [], unit: '/s', note: 'not installed: wrk' }]
  // On the disk of the project, because a temporary folder may be in memory, where durable commits cost nothing.
  const folder = mkdtempSync(join('node_modules', '.bench-'))
  const env = { TRUSTED_PROXIES: '1', DATABASE_PATH: join(folder, 'hera.sqlite') }
  const site = await openSite(env, onCore(0, ...SERVE))
  try {
    const post = (domain: string) => (turn: number) => [...SUBMIT, '--', String(turn * TURN_MAX), domain]
    const rival = { pid: site.process.pid, url: `${site.url}/formulaires/contact` }
    const [stored, refused] = (await race([
      { ...rival, expect: 'success', args: post('exemple.fr') },
      { ...rival, expect: 'refusal', args: post('') },
    ])) as [Pace, Pace]
    const rows = site.rows('contact_messages').length
    if (rows < stored.answers) throw new Error(`${stored.answers} messages were acknowledged, ${rows} are stored`)
    const [rate, bare] = [stored.answers / stored.seconds, refused.answers / refused.seconds]
    const busy = Math.round((100 * stored.busySeconds) / stored.seconds)
    const note = `each on the disk before it is acknowledged; ${busy} % of a core`
    return [
      { what: 'submissions, stored', values: [rate], unit: '/s', note },
      {
        what: 'submissions, relative to the same route without storing',
        values: [rate / bare],
        unit: '×',
        limit: { atLeast: 0.75 },
        note: `an invalid e-mail: read, checked and rejected with 422, ${Math.round(bare)} per second`,
      },
    ]
  } finally {
    await site.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
