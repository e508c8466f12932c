/** Fills a database with a hundred thousand submissions and says how long the operator's commands take, and how much memory. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noticesFor } from '../src/copy/notices.ts'
import { parse } from '../src/forms/form.ts'
import { forms } from '../src/forms/index.ts'
import { openDatabase } from '../src/server/database/database.ts'
import { createStore } from '../src/server/submissions/store.ts'
import { valid } from '../tests/samples.ts'

const ROWS = 100_000
const SPREAD_MS = 300 * 86_400_000
const PROSE =
  'Je monte une jument de sept ans, Éole, et je cherche un tapis matelassé à sa mesure pour la saison prochaine. '

const folder = mkdtempSync(join(tmpdir(), 'hera-measure-'))
const path = join(folder, 'hera.sqlite')
try {
  fill(path)
  console.log(`${ROWS} rows, ${(statSync(path).size / 1e6).toFixed(0)} MB`)
  for (const args of [
    ['list', 'contact'],
    ['list', 'contact', '--limit', '0'],
    ['search', 'introuvable'],
    ['search', 'EOLE'],
    ['export', 'contact', '--output', join(folder, 'contact.csv')],
    ['export', 'ambassador', '--format', 'json', '--output', join(folder, 'ambassador.json')],
    ['report', join(folder, 'report.html')],
    ['stats'],
    ['person', 'personne-500@exemple.fr'],
    ['purge', '--dry-run'],
    ['backup', join(folder, 'copy.sqlite')],
    ['doctor'],
    ['erase', 'personne-501@exemple.fr', '--yes'],
    ['restore', join(folder, 'copy.sqlite')],
  ])
    measure(args)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function fill(file: string): void {
  const db = openDatabase(file)
  let at = Date.now() - SPREAD_MS
  const store = createStore(db, noticesFor({ nom: 'Hera', email: 'contact@hera.example' }), () => new Date(at))
  const list = Object.values(forms)
  db.transaction(() => {
    for (let i = 0; i < ROWS; i++) {
      at += SPREAD_MS / ROWS
      const form = list[i % list.length] ?? forms.contact
      const email = `personne-${i}@exemple.fr`
      const extra = { message: `${PROSE.repeat(1 + (i % 8))}${i}`, why_hera: PROSE.repeat(5), email }
      const { values } = parse(form, { ...valid[form.name], ...extra }, '2026-11-21')
      if (values) store.add(form, values, { suspectedSpam: false })
    }
  })()
  db.close()
}

/** Wall time and the largest resident memory of one command, as Linux counts it. */
function measure(args: string[]): void {
  const started = performance.now()
  const code = `
    const { main } = await import('./src/cli/main.ts')
    process.exitCode = await main(${JSON.stringify(args)}, process.env)
    const { readFileSync } = await import('node:fs')
    const most = () => /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
    process.on('exit', () => process.stderr.write('\\n' + most()))`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    env: { ...process.env, DATABASE_PATH: path },
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  })
  const megabytes = Math.round(Number(stderr.split('\n').at(-1)) / 1024)
  const seconds = ((performance.now() - started) / 1000).toFixed(2)
  const shown = args.map((arg) => arg.replace(`${folder}/`, '')).join(' ')
  console.log(`${shown.padEnd(52)} ${seconds} s  ${megabytes} MB  exit ${status}`)
}
