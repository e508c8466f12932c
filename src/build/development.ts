// Imported so that Vite evaluates this module anew when the facts change; buildManifest reads the file itself.
import '../content/company.yaml?raw'
import { readConfig, siteUrl } from '../server/config.ts'
import { openDatabase } from '../server/database/database.ts'
import { clientAddress } from '../server/http/client-address.ts'
import { createServices, type Services } from '../server/services.ts'
import { buildManifest } from './manifest.ts'

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
  const db = openDatabase(config.databasePath)
  import.meta.hot?.dispose(() => db.close())
  return createServices({ db, ...buildManifest(siteUrl(config)) })
}
