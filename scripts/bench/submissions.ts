import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { forms } from '../../src/forms/index.ts'
import { openDatabase } from '../../src/server/database/database.ts'
import { valid } from '../../tests/samples.ts'
import { openSite, type Site } from '../../tests/site.ts'
import { type Line, median } from './line.ts'
import { submit } from './load.ts'
import { CORES, pinned } from './pin.ts'
import { type Pace, paceLine, type Rival, race, ratioLines } from './race.ts'
import { withFolder } from './scratch.ts'
import { TARGETS } from './targets.ts'

const FORM = forms.contact
/** Submissions of one turn at most, so that the numbers of two never meet. */
const TURN_MAX = 100_000
const SYNCS = 100
const SYNC_PAUSE_MS = 5
const PAGE_BYTES = 4096
/** What SQLite calls a journal beside the file, and a commit that waits for the disk. */
const DURABLE = { journal_mode: 'wal', synchronous: 2 }

/** Submissions a second that are on the disk when they are acknowledged, beside the same endpoint storing nothing. */
export function measureSubmissions(runs: number): Promise<Line[]> {
  return withFolder(async (folder) => {
    const path = join(folder, 'hera.sqlite')
    assertDurable(path)
    const sync = await secondsOfSync(folder)
    {
      const env = { TRUSTED_PROXIES: '1' }
      const sites: Site[] = []
      try {
        const storing = await openSite({ ...env, DATABASE_PATH: path }, onServerCore('server.mjs'))
        sites.push(storing)
        const forgetting = await openSite({ ...env, DATABASE_PATH: ':memory:' }, onServerCore('server.mjs'))
        sites.push(forgetting)
        const [keep, forget] = [sender('stored', storing), sender('not stored', forgetting)]
        const paces = await race([keep, forget], runs)
        const rows = countRows(path, keep.acknowledged())
        return toLines(paces as [Pace, Pace], `durable; ${rows} rows, as many as acknowledged`, sync)
      } finally {
        for (const site of sites) await site.close()
      }
    }
  })
}

const onServerCore = (...args: string[]) => pinned(CORES.server, [process.execPath, ...args])

function sender(name: string, { url, process: { pid } }: Site): Rival & { acknowledged: () => number } {
  const body = { ...valid[FORM.name], page: FORM.page }
  let turn = 0
  let acknowledged = 0
  return {
    name,
    pid,
    async load(seconds) {
      const answered = await submit(`${url}/formulaires/${FORM.name}`, seconds, body, TURN_MAX * turn++)
      acknowledged += answered.good
      return answered
    },
    acknowledged: () => acknowledged,
  }
}

/** Opens the database as the server does. Throws unless every commit of this connection waits for the disk. */
function assertDurable(path: string): void {
  const db = openDatabase(path)
  const wrong = Object.entries(DURABLE).filter(([name, value]) => db.pragma(name, { simple: true }) !== value)
  db.close()
  if (wrong.length > 0) throw new Error(`not durable: ${wrong.map(([name]) => name).join(', ')}.`)
}

/** Throws unless there are as many rows as acknowledged submissions. */
function countRows(path: string, acknowledged: number): number {
  const db = openDatabase(path)
  const rows = db.prepare(`SELECT count(*) FROM ${FORM.table}`).pluck().get() as number
  db.close()
  if (rows !== acknowledged) throw new Error(`${acknowledged} submissions were acknowledged, ${rows} are stored.`)
  return rows
}

/** How long the disk takes to keep a page, in seconds: the median of some, as far apart as commits under load. */
async function secondsOfSync(folder: string): Promise<number> {
  const file = openSync(join(folder, 'sync'), 'w')
  const page = Buffer.alloc(PAGE_BYTES, 1)
  const times: number[] = []
  for (let sync = 0; sync < SYNCS; sync++) {
    await sleep(SYNC_PAUSE_MS)
    const started = performance.now()
    writeSync(file, page)
    fsyncSync(file)
    times.push(performance.now() - started)
  }
  closeSync(file)
  return median(times) / 1000
}

function toLines([stored, forgotten]: [Pace, Pace], note: string, sync: number): Line[] {
  const part = 'submissions'
  return [
    paceLine(part, stored, note),
    paceLine(part, forgotten, 'the same program, an empty transaction'),
    ...ratioLines(part, stored, forgotten, TARGETS.storedToForgotten),
    {
      part,
      what: 'fsync of this disk',
      unit: 'ms',
      values: [1000 * sync],
      note: `${PAGE_BYTES} bytes, ${SYNCS} times`,
    },
  ]
}
