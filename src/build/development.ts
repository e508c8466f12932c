// Imported so that Vite evaluates this module anew when the facts change; buildManifest reads the file itself.
import '../content/company.yaml?raw'
import { readConfig, siteUrl } from '../server/config.ts'
import { openCheckedDatabase } from '../server/database/check-schema.ts'
import { clientAddress } from '../server/http/client-address.ts'
import { emailHasher } from '../server/privacy/email-hash.ts'
import { createServices, type Services } from '../server/services.ts'
import { buildManifest } from './manifest.ts'

// A new or changed migration takes effect in the same way.
import.meta.glob('../../db/migrations/*.sql', { query: '?raw' })

const config = readConfig(process.env)
let services: Services | undefined

/**
 * What server/main.ts hands to the routes in production, for `astro dev`. Vite evaluates this module anew when a module
 * behind it changes, so that a change of a form or of the server takes effect at the next request.
 */
export function developmentLocals({
  clientAddress: connection,
  request,
}: {
  clientAddress: string
  request: Request
}): App.Locals {
  services ??= openServices()
  return {
    services,
    address: clientAddress(connection, request.headers.get('x-forwarded-for'), config.trustedProxies),
  }
}

function openServices(): Services {
  const db = openCheckedDatabase(config.databasePath)
  import.meta.hot?.dispose(() => db.close())
  const { databasePath } = config
  return createServices({
    db,
    databasePath,
    hash: emailHasher(databasePath),
    build: buildManifest(siteUrl(config)),
  })
}
