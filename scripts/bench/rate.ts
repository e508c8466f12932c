import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSite } from '../../tests/site.ts'
import { busySeconds } from './busy.ts'
import type { Line } from './line.ts'
import { askForPage, generator } from './load.ts'
import { openNginx } from './nginx.ts'
import { copyPages, fetchPage, type PageCopy } from './page-copy.ts'
import { CORES, hasProgram, pinned } from './pin.ts'
import { withFolder } from './scratch.ts'
import { TARGETS } from './targets.ts'

/** A server under load: ours, or one that answers the same bytes. */
interface Rival {
  name: string
  pid: number | undefined
  address: (page: PageCopy) => string
  close: () => Promise<unknown>
}
/** Answers a second, and the share of a core that they took; one value a run. */
interface Pace {
  rates: number[]
  busy: number[]
}

const PAGES = ['/', '/faq']
const SECONDS = 4
const WARM_UP_SECONDS = 2
const CONNECTIONS = 32

/** Pages a second of our server, of bare `http` and of nginx, in turns, so that a busy machine slows all of them. */
export function measurePages(runs: number): Promise<Line[]> {
  return withFolder(async (folder) => {
    const site = await openSite({}, pinned(CORES.server, [process.execPath, 'server.mjs']))
    const rivals: Rival[] = [
      { name: 'Hera', pid: site.process.pid, address: ({ path }) => site.url + path, close: site.close },
    ]
    try {
      const pages = await copyPages(site.url, PAGES, folder)
      rivals.push(await openBare(folder, pages))
      if (hasProgram('nginx')) {
        const { url, pid, close } = await openNginx(folder, pages)
        rivals.push({ name: 'nginx', pid, address: ({ file }) => `${url}/${file}`, close })
      }
      const lines: Line[] = []
      for (const page of pages) lines.push(...toLines(page.path, await race(rivals, page, runs)))
      return lines
    } finally {
      for (const { close } of rivals) await close()
    }
  })
}

async function openBare(folder: string, pages: PageCopy[]): Promise<Rival> {
  writeFileSync(join(folder, 'pages.json'), JSON.stringify(pages))
  const command = pinned(CORES.server, [process.execPath, 'scripts/bench/bare-http.ts', folder])
  const { url, process: child, close } = await openSite({}, command)
  return { name: 'bare http', pid: child.pid, address: ({ path }) => url + path, close }
}

async function race(rivals: Rival[], page: PageCopy, runs: number): Promise<Map<string, Pace>> {
  await refuseOtherBytes(rivals, page)
  const ask = (rival: Rival, seconds: number) =>
    askForPage({ url: rival.address(page), connections: CONNECTIONS, seconds, expected: 200 })
  const paces = new Map<string, Pace>(rivals.map(({ name }) => [name, { rates: [], busy: [] }]))
  for (const rival of rivals) await ask(rival, WARM_UP_SECONDS)
  for (let run = 0; run < runs; run++) {
    for (const rival of rivals) {
      const before = busySeconds(rival.pid)
      const rate = await ask(rival, SECONDS)
      paces.get(rival.name)?.rates.push(rate)
      paces.get(rival.name)?.busy.push((busySeconds(rival.pid) - before) / SECONDS)
    }
  }
  return paces
}

/** A comparison is worth nothing unless all send the same. */
async function refuseOtherBytes(rivals: Rival[], page: PageCopy): Promise<void> {
  const answers = await Promise.all(rivals.map((rival) => fetchPage(rival.address(page))))
  const [own] = answers
  for (const [index, { body, headers }] of answers.entries())
    if (!own?.body.equals(body) || headers['content-encoding'] !== 'br')
      throw new Error(`${rivals[index]?.name} answers ${page.path} with other bytes.`)
}

function toLines(path: string, paces: Map<string, Pace>): Line[] {
  const part = `rate ${path}`
  const own = paces.get('Hera')?.rates ?? []
  const rates = [...paces].map(([name, { rates, busy }]): Line => {
    const shares = busy.map((share) => `${Math.round(100 * share)} %`).join(', ')
    return { part, what: name, unit: '/s', values: rates, note: `${generator}; its core ${shares} busy` }
  })
  const ratios = [...paces].slice(1).map(([name, { rates }]): Line => {
    const values = own.map((rate, run) => rate / (rates[run] ?? Number.NaN))
    return {
      part,
      what: `Hera to ${name}`,
      unit: 'of',
      values,
      target: name === 'nginx' ? TARGETS.pagesToNginx : undefined,
    }
  })
  return [...rates, ...ratios]
}
