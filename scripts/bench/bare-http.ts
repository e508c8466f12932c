/** Node's own HTTP server with pages in memory and nothing else: what Node can do at most. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { PageCopy } from './page-copy.ts'

const folder = process.argv[2] ?? ''
const copies: PageCopy[] = JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8'))
const pages = new Map(
  copies.map(({ path, file, headers }) => [path, { headers, body: readFileSync(join(folder, file)) }]),
)

const server = createServer((req, res) => {
  const page = pages.get(req.url ?? '')
  if (!page) res.writeHead(404).end()
  else res.writeHead(200, page.headers).end(page.body)
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://localhost:${(server.address() as AddressInfo).port}\n`)
})
