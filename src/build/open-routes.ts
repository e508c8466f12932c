import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration, AstroIntegrationLogger } from 'astro'

type BuiltManifest = Parameters<NonNullable<AstroIntegration['hooks']['astro:build:ssr']>>[0]['manifest']

const SOURCE = fileURLToPath(new URL('../', import.meta.url))

/**
 * Routes that come from a package and are open, each with its reason. Any other one is closed: nobody here decided that
 * strangers may call it. Open one by adding a line.
 */
const OPEN: Readonly<Record<string, () => boolean>> = {
  // Astro adds it with the first action of src/actions.
  '/_actions/[...path]': () => true,
  // The parts of pages that are marked server:defer; Astro adds it whether there are any or not.
  '/_server-islands/[name]': usesServerIslands,
}

/** Closed without a word, because Astro adds it to every site: it encodes pictures for strangers, in any size and number. */
const IMAGES = '/_image'

/**
 * Leaves in the manifest of the built server the routes of src/pages, the redirects of the configuration and what `OPEN`
 * names, so that any other address is an unknown one.
 */
export function closeRoutes(manifest: BuiltManifest, logger: AstroIntegrationLogger): void {
  const closed = manifest.routes.filter(({ routeData: { origin, route } }) => origin !== 'project' && !OPEN[route]?.())
  manifest.routes = manifest.routes.filter((route) => !closed.includes(route))
  for (const { routeData } of closed)
    if (routeData.route !== IMAGES && !Object.hasOwn(OPEN, routeData.route))
      logger.warn(`${routeData.route} comes from a package and stays closed: see src/build/open-routes.ts.`)
}

function usesServerIslands(): boolean {
  return globSync('**/*.{astro,mdx}', { cwd: SOURCE }).some((file) =>
    readFileSync(SOURCE + file, 'utf8').includes('server:defer'),
  )
}
