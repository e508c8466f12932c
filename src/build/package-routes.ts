import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

type BuiltManifest = Parameters<NonNullable<AstroIntegration['hooks']['astro:build:ssr']>>[0]['manifest']

const SOURCE = fileURLToPath(new URL('../', import.meta.url))

/**
 * Routes added by packages that stay in the build, each with its condition. All others are removed, because nobody
 * decided to make them public. Add a line to open one.
 */
const OPEN: Readonly<Record<string, () => boolean>> = {
  // Added by Astro with the first action in src/actions.
  '/_actions/[...path]': () => true,
  // Server islands (server:defer). Astro adds the route even if there are none.
  '/_server-islands/[name]': usesServerIslands,
}

/**
 * Removes all routes from the manifest of the built server except those of src/pages, the redirects of the
 * configuration and `OPEN`, such as `/_image`, which would encode images of any size on request. Requests for a removed
 * route get a 404.
 */
export function closePackageRoutes(manifest: BuiltManifest): void {
  manifest.routes = manifest.routes.filter(
    ({ routeData: { origin, route } }) => origin === 'project' || OPEN[route]?.(),
  )
}

function usesServerIslands(): boolean {
  return globSync('**/*.{astro,mdx}', { cwd: SOURCE }).some((file) =>
    readFileSync(SOURCE + file, 'utf8').includes('server:defer'),
  )
}
