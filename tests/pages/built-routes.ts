import { readFileSync } from 'node:fs'

/** Returns the routes of the built server: pattern, such as /formulaires/[form], and source file. */
export function builtRoutes(): { route: string; component: string; prerender: boolean }[] {
  const built = readFileSync('dist/server/entry.mjs', 'utf8')
  return [...built.matchAll(/"routeData":(\{.*?"_meta":\{[^}]*\}\})/g)].map(([, json = '']) => JSON.parse(json))
}
