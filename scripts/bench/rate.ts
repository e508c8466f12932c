import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSite } from '../../tests/site.ts'
import type { Line } from './line.ts'
import { askForPage, generator } from './load.ts'
import { openNginx } from './nginx.ts'
import { copyPages, fetchPage, type PageCopy } from './page-copy.ts'
import { CORES, hasProgram, pinned } from './pin.ts'
import { paceLine, race, ratioLines } from './race.ts'
import { withFolder } from './scratch.ts'
import { TARGETS } from './targets.ts'

/** A server that answers the same pages. */
interface Server {
  name: string
  pid: number | undefined
  address: (page: PageCopy) => string
  close: () => Promise<unknown>
}

const PAGES = ['/', '/faq']
const NGINX = 'nginx'

/** Pages a second of our server, of bare `http` and of nginx. */
export function measurePages(runs: number): Promise<Line[]> {
  return withFolder(async (folder) => {
    const site = await openSite({}, pinned(CORES.server, [process.execPath, 'server.mjs']))
    const own = { name: 'Hera', pid: site.process.pid, address: ({ path }: PageCopy) => site.url + path }
    const servers: Server[] = [{ ...own, close: site.close }]
    try {
      const pages = await copyPages(site.url, PAGES, folder)
      servers.push(await openBare(folder, pages))
      if (hasProgram(NGINX)) {
        const { url, ...nginx } = await openNginx(folder, pages)
        servers.push({ name: NGINX, ...nginx, address: ({ file }) => `${url}/${file}` })
      }
      const lines: Line[] = []
      for (const page of pages) lines.push(...(await compare(servers, page, runs)))
      return lines
    } finally {
      for (const { close } of servers) await close()
    }
  })
}

async function openBare(folder: string, pages: PageCopy[]): Promise<Server> {
  writeFileSync(join(folder, 'pages.json'), JSON.stringify(pages))
  const command = pinned(CORES.server, [process.execPath, 'scripts/bench/bare-http.ts', folder])
  const { url, process: child, close } = await openSite({}, command)
  return { name: 'bare http', pid: child.pid, address: ({ path }) => url + path, close }
}

async function compare(servers: Server[], page: PageCopy, runs: number): Promise<Line[]> {
  await refuseOtherBytes(servers, page)
  const rivals = servers.map(({ address, ...rest }) => ({
    ...rest,
    load: (seconds: number) => askForPage(address(page), seconds),
  }))
  const [own, ...others] = await race(rivals, runs)
  if (!own) return []
  const part = `rate ${page.path}`
  return [
    ...[own, ...others].map((pace) => paceLine(part, pace, generator)),
    ...others.flatMap((other) => {
      const target = other.name === NGINX ? TARGETS.pagesToNginx : undefined
      return ratioLines(part, own, other, target, target)
    }),
  ]
}

/** A comparison is worth nothing unless all send the same. */
async function refuseOtherBytes(servers: Server[], page: PageCopy): Promise<void> {
  const answers = await Promise.all(servers.map(({ address }) => fetchPage(address(page))))
  for (const [index, { body, headers }] of answers.entries())
    if (!answers[0]?.body.equals(body) || headers['content-encoding'] !== 'br')
      throw new Error(`${servers[index]?.name} answers ${page.path} with other bytes.`)
}
