import { fileURLToPath } from 'node:url'
import { readConfig, siteUrl } from '../server/config.ts'
import { openCheckedDatabase } from '../server/database/check-schema.ts'
import { type Database, DatabaseError } from '../server/database/database.ts'
import { clientAddress } from '../server/http/caller.ts'
import { maximumBody } from '../server/http/receive-body.ts'
import { refuse } from '../server/http/refusal.ts'
import { createKeyedHash } from '../server/people/keyed-hash.ts'
import { createServices, type Services } from '../server/services.ts'
import { buildManifest } from './manifest.ts'

export { DEVELOPMENT_POLICY } from './page-policy.ts'

// Reloads this module when a migration is added or changed.
import.meta.glob('../../db/migrations/*.sql', { query: '?raw' })

const config = readConfig(process.env)
let services: Services | undefined
/** The open database. Stored on globalThis because it stays open when Vite reloads this module. */
const kept = globalThis as { developmentDatabase?: Database }

/**
 * Creates Astro.locals for `astro dev`, as server/main.ts does in production. Vite reloads this module when one of
 * its imports changes, so a change of a form or of the server takes effect at the next request. If a form differs
 * from its table, returns an error with the remedy; in production the server would not start.
 */
export function developmentLocals(context: { clientAddress: string; request: Request }): App.Given | Response {
  const { request } = context
  let connection: string
  try {
    connection = context.clientAddress
    services ??= openServices()
  } catch (error) {
    // Astro has no address once the browser has closed the connection, as by a reload; nobody reads the response.
    if (error instanceof Error && error.name === 'ClientAddressNotAvailable') return new Response()
    if (error instanceof DatabaseError)
      return refuse(request, 500, `${error.message} Si la migration est un brouillon : effacez ${config.databasePath}.`)
    throw error
  }
  const { headers } = request
  const hasSession = () => services?.hasSession(headers.get('cookie') ?? undefined) ?? false
  const max = maximumBody(new URL(request.url).pathname, headers.get('content-type') ?? '', hasSession)
  return {
    services,
    address: clientAddress(connection, headers.get('x-forwarded-for'), config.trustedProxies),
    // Whoever sends a body without its length to a development server is oneself.
    tooLarge: Number(headers.get('content-length')) > max ? max : undefined,
  }
}

function openServices(): Services {
  kept.developmentDatabase?.close()
  const db = openCheckedDatabase(config.databasePath)
  kept.developmentDatabase = db
  const { databasePath } = config
  const hash = createKeyedHash(databasePath)
  const client = fileURLToPath(new URL('../../dist/client/', import.meta.url))
  return createServices({
    db,
    databasePath,
    hash,
    build: buildManifest(siteUrl(config)),
    client,
    mailConfig: config.mail,
  })
}
