import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'
import { steadyClock } from '../../../src/server/clock.ts'
import { CONNECTION_LIMITS, type ConnectionLimits } from '../../../src/server/http/connection-limits.ts'
import { loadFiles, type PageHeaders } from '../../../src/server/http/files.ts'
import { createRateLimit } from '../../../src/server/http/rate-limit.ts'
import { securityHeaders } from '../../../src/server/http/security-headers.ts'
import { type AstroHandler, createHttpServer } from '../../../src/server/http/server.ts'
import type { Services } from '../../../src/server/services.ts'

/** The headers of every response. */
export const HEADERS = securityHeaders('https://hera.example')
export const ERROR_PAGES = { '404.html': 'Introuvable', '500.html': 'Incident' }

interface Given {
  /** Built files by name. */
  files?: Record<string, string | Uint8Array>
  pages?: PageHeaders
  limits?: Partial<ConnectionLimits>
}

/** The servers of the current file, the last opened last. */
export const servers: Server[] = []

/** Closes the servers after the tests of a file, which may run concurrently. */
export function closeServers(): void {
  afterAll(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      server.close()
    }
  })
}

/** Serves built files and otherwise the response of a handler in place of Astro's, behind one trusted proxy. */
export async function serve(
  handler: AstroHandler,
  { files = {}, pages = [], limits = {} }: Given = {},
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'hera-still-'))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  const services = { siteUrl: 'https://hera.example', limit: createRateLimit(steadyClock) } as Services
  const server = createHttpServer({
    ...{ files: loadFiles(folder, pages, HEADERS), handler, services, headers: HEADERS, trustedProxies: 1 },
    limits: { ...CONNECTION_LIMITS, ...limits },
  })
  // A new build in the same folder deletes the files too.
  rmSync(folder, { recursive: true })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Returns a handler whose responses wait until the test ends them. */
export function hold() {
  const held: ServerResponse[] = []
  const handler: AstroHandler = (_, res) => void held.push(res)
  return { held, handler }
}
