import { readFileSync } from 'node:fs'

export interface BuiltRoute {
  /** As Astro names it: /formulaires/[form]. */
  route: string
  /** The file that it comes from. */
  component: string
  prerender: boolean
}

/** The routes in the manifest of the built server. */
export function builtRoutes(): BuiltRoute[] {
  const built = readFileSync('dist/server/entry.mjs', 'utf8')
  return [...built.matchAll(/"routeData":(\{.*?"_meta":\{[^}]*\}\})/g)].map(([, json = '']) => JSON.parse(json))
}
