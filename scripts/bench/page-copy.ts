import { writeFileSync } from 'node:fs'
import { get, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'

/** A page as our server answers it, for other servers to answer the same. */
export interface PageCopy {
  path: string
  /** Name of the file with the body as it goes over the wire. */
  file: string
  headers: Record<string, string>
}

/** What Node writes by itself in every answer. */
const OWN_HEADERS = ['Date', 'Connection', 'Keep-Alive']

/** Takes pages from our server into a folder, Brotli as they come. */
export function copyPages(origin: string, paths: readonly string[], folder: string): Promise<PageCopy[]> {
  const copies = paths.map(async (path, index): Promise<PageCopy> => {
    const { raw, body } = await fetchPage(origin + path)
    const pairs = Array.from({ length: raw.length / 2 }, (_, n) => [raw[2 * n], raw[2 * n + 1]] as [string, string])
    const headers = Object.fromEntries(pairs.filter(([name]) => !OWN_HEADERS.includes(name)))
    const file = `page-${index}`
    writeFileSync(join(folder, file), body)
    return { path, file, headers }
  })
  return Promise.all(copies)
}

/** Gets a page as Brotli, without unpacking it. */
export function fetchPage(url: string): Promise<{ headers: IncomingHttpHeaders; raw: string[]; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': 'br' } }, async (res) => {
      if (res.statusCode !== 200) reject(new Error(`${url}: ${res.statusCode}`))
      const body = Buffer.concat(await res.toArray())
      resolve({ headers: res.headers, raw: res.rawHeaders, body })
    }).once('error', reject)
  })
}
