import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../../src/server/config.ts'
import { openDatabase } from '../../src/server/database/database.ts'
import { BOUNDS, type Bounds } from '../../src/server/http/bounds.ts'
import { loadStatic } from '../../src/server/http/files.ts'
import { securityHeaders } from '../../src/server/http/headers.ts'
import { createHttpServer } from '../../src/server/http/server.ts'
import { createServices } from '../../src/server/services.ts'
import { noticesFor } from '../../src/server/submissions/notices.ts'

interface LocalSite {
  url: string
  close: () => Promise<void>
}

/** The built files and the forms in this process, with bounds and an origin of the test's own; no pages on demand. */
export async function openLocalSite(
  bounds: Partial<Bounds> = {},
  siteUrl = 'http://localhost:4321',
): Promise<LocalSite> {
  const db = openDatabase(':memory:')
  const headers = securityHeaders(siteUrl)
  const manifest = { siteUrl, contactEmail: '', notices: noticesFor({ nom: 'Hera', email: 'contact@hera.example' }) }
  const server = createHttpServer({
    ...createServices(readConfig({ TRUSTED_PROXIES: '1' }), manifest, db),
    renderPage: async (_, res) => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      res.end('page')
    },
    files: loadStatic(fileURLToPath(new URL('../../dist/client/', import.meta.url)), [], headers),
    headers,
    bounds: { ...BOUNDS, ...bounds },
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
