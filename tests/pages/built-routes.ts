import { readFileSync } from 'node:fs'

export interface BuiltRoute {
  /** Route pattern of Astro, such as /formulaires/[form]. */
  route: string
  /** Source file of the route. */
  component: string
  prerender: boolean
}

/** Returns the routes in the manifest of the built server. */
export function builtRoutes(): BuiltRoute[] {
  const built = readFileSync('dist/server/entry.mjs', 'utf8')
  return [...built.matchAll(/"routeData":(\{.*?"_meta":\{[^}]*\}\})/g)].map(([, json = '']) => JSON.parse(json))
}
