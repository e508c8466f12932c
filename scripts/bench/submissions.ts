import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { forms } from '../../src/forms/index.ts'
import { type Database, openDatabase } from '../../src/server/database.ts'
import { valid } from '../../tests/samples.ts'
import { openSite, type Site } from '../../tests/site.ts'
import { busySeconds } from './busy.ts'
import { type Line, median } from './line.ts'
import { type Order, sendOwn } from './load.ts'
import { CORES, pinned } from './pin.ts'
import { withFolder } from './scratch.ts'
import { TARGETS } from './targets.ts'

const FORM = forms.contact
const SECONDS = 4
const WARM_UP_SECONDS = 2
const CONNECTIONS = 32
/** Submissions of one run at most, so that the numbers of two runs never meet. */
const RUN = 1_000_000
const SYNCS = 100
const PAGE_BYTES = 4096
const WRITE_AHEAD = 'wal'
const FULL = 2

/** Submissions a second that are on the disk when they are acknowledged, beside the same endpoint storing nothing. */
export function measureSubmissions(runs: number): Promise<Line[]> {
  return withFolder(async (folder) => {
    const path = join(folder, 'hera.sqlite')
    assertDurable(path)
    const env = { TRUSTED_PROXIES: '1' }
    const storing = await openSite({ ...env, DATABASE_PATH: path }, onServerCore('server.mjs'))
    const forgetting = await openSite(env, onServerCore('scripts/bench/forgetful-site.ts'))
    const stored = { rates: [] as number[], busy: [] as number[] }
    const forgotten = { rates: [] as number[], busy: [] as number[] }
    let acknowledged = 0
    const send = async (site: Site, run: number, seconds: number, pace?: typeof stored) => {
      const before = busySeconds(site.process.pid)
      const answered = await sendOwn(order(site, run, seconds))
      pace?.busy.push((busySeconds(site.process.pid) - before) / answered.seconds)
      pace?.rates.push(answered.good / answered.seconds)
      if (site === storing) acknowledged += answered.good
    }
    try {
      for (const site of [storing, forgetting]) await send(site, 0, WARM_UP_SECONDS)
      for (let run = 1; run <= runs; run++) {
        await send(storing, run, SECONDS, stored)
        await send(forgetting, run, SECONDS, forgotten)
      }
    } finally {
      await forgetting.close()
      await storing.close()
    }
    const note = `WAL, synchronous=FULL; ${countRows(path, acknowledged)} rows for as many acknowledged`
    return toLines(stored, forgotten, note, secondsOfSync(folder))
  })
}

const onServerCore = (script: string) => pinned(CORES.server, [process.execPath, script])

function order(site: Site, run: number, seconds: number): Order {
  const url = `${site.url}/formulaires/${FORM.name}`
  const body = { ...valid[FORM.name], page: FORM.page }
  return { url, connections: CONNECTIONS, seconds, expected: 201, body, first: run * RUN }
}

/** Opens the database as the server does. Throws unless every commit of this connection waits for the disk. */
function assertDurable(path: string): void {
  const db = openDatabase(path)
  const [mode, level] = ['journal_mode', 'synchronous'].map((name) => db.pragma(name, { simple: true }))
  db.close()
  if (mode !== WRITE_AHEAD || level !== FULL)
    throw new Error(`journal_mode=${mode}, synchronous=${level}: not durable.`)
}

/** Throws unless each acknowledged submission is one sound row. */
function countRows(path: string, acknowledged: number): number {
  const db: Database = openDatabase(path)
  const rows = db.prepare(`SELECT count(*) FROM ${FORM.table}`).pluck().get() as number
  db.close()
  if (rows !== acknowledged) throw new Error(`${acknowledged} submissions were acknowledged, ${rows} are stored.`)
  return rows
}

/** How long the disk takes to keep a page, in seconds: the median of some. */
function secondsOfSync(folder: string): number {
  const file = openSync(join(folder, 'sync'), 'w')
  const page = Buffer.alloc(PAGE_BYTES, 1)
  const times = Array.from({ length: SYNCS }, () => {
    const started = performance.now()
    writeSync(file, page)
    fsyncSync(file)
    return performance.now() - started
  })
  closeSync(file)
  return median(times) / 1000
}

interface Pace {
  rates: number[]
  busy: number[]
}

function toLines(stored: Pace, forgotten: Pace, note: string, sync: number): Line[] {
  const part = 'submissions'
  const busy = (pace: Pace) => `its core ${pace.busy.map((share) => `${Math.round(100 * share)} %`).join(', ')} busy`
  const ratios = stored.rates.map((rate, run) => rate / (forgotten.rates[run] ?? Number.NaN))
  return [
    { part, what: 'stored', unit: '/s', values: stored.rates, note: `${note}; ${busy(stored)}` },
    { part, what: 'answered, storing nothing', unit: '/s', values: forgotten.rates, note: busy(forgotten) },
    { part, what: 'stored to not stored', unit: 'of', values: ratios, target: TARGETS.storedToForgotten },
    {
      part,
      what: 'fsync of this disk',
      unit: 'ms',
      values: [sync * 1000],
      note: `${PAGE_BYTES} bytes, median of ${SYNCS}`,
    },
  ]
}
