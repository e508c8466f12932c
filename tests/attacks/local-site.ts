import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { noticesFor } from '../../src/copy/notices.ts'
import { CONNECTION_LIMITS, type ConnectionLimits } from '../../src/server/http/connection-limits.ts'
import { loadFiles } from '../../src/server/http/files.ts'
import { securityHeaders } from '../../src/server/http/security-headers.ts'
import { type AstroHandler, createHttpServer } from '../../src/server/http/server.ts'
import { createKeyedHash } from '../../src/server/people/keyed-hash.ts'
import { createServices } from '../../src/server/services.ts'
import { openMemory } from '../support/memory-database.ts'

interface LocalSite {
  url: string
  close: () => Promise<void>
}

const DIST = new URL('../../dist/', import.meta.url)

/** Starts the built site in this process, behind one trusted proxy, with the given limits and origin. */
export async function openLocalSite(
  limits: Partial<ConnectionLimits> = {},
  siteUrl = 'http://localhost:4321',
): Promise<LocalSite> {
  const { handler } = (await import(new URL('server/entry.mjs', DIST).href)) as { handler: AstroHandler }
  const db = openMemory()
  const headers = securityHeaders(siteUrl)
  const client = fileURLToPath(new URL('client/', DIST))
  const server = createHttpServer({
    files: loadFiles(client, [], headers),
    handler,
    services: createServices({
      db,
      databasePath: ':memory:',
      hash: createKeyedHash(':memory:'),
      build: {
        siteUrl,
        builtAt: new Date().toISOString(),
        commit: '',
        missing: [],
        campaignEnds: '',
        notices: noticesFor({ nom: 'Hera', email: 'contact@hera.example' }),
      },
      client,
      mailConfig: undefined,
    }),
    headers,
    trustedProxies: 1,
    limits: { ...CONNECTION_LIMITS, ...limits },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      db.close()
    },
  }
}
