import { builtRoutes } from '../pages/built-routes.ts'
import { openSite } from '../support/site.ts'
import { type Finding, peakMemory, residentMemory, send } from './attack.ts'

const AT_ONCE = 60
/** Maximum response time of /api/health meanwhile, in milliseconds; allows for a busy machine. */
const HEALTH_MAX_MS = 2000
/** Maximum resident memory of the process under attack, in megabytes. */
const MEMORY_MAX = 220
/** Values for the parameters of routes. */
const PARTS: Readonly<Record<string, string>> = { form: 'contact', file: 'contact.csv' }

/** Sends sixty concurrent requests to every route, by GET and by POST, and checks /api/health meanwhile. */
export async function attackEveryRoute(): Promise<Finding> {
  const site = await openSite({ TRUSTED_PROXIES: '1' })
  const faults: string[] = []
  const paths = [...new Set([...builtRoutes().map(({ route }) => pathOf(route)), '/_image?href=/favicon.svg&f=avif'])]
  const before = residentMemory(site.process.pid)
  let slowest = 0
  let cases = 0
  for (const path of paths)
    for (const method of ['GET', 'POST']) {
      const asked = Array.from({ length: AT_ONCE }, (_, n) =>
        send(site.url + path, { method, from: `198.51.100.${n}`, ...(method === 'POST' && { body: '{}' }) }),
      )
      const health = await send(`${site.url}/api/health`)
      slowest = Math.max(slowest, Math.round(health.ms))
      if (health.status !== 200 || health.ms > HEALTH_MAX_MS)
        faults.push(`/api/health during ${method} ${path}: ${health.status} after ${Math.round(health.ms)} ms`)
      for (const { status } of await Promise.all(asked)) if (status >= 500) faults.push(`${method} ${path}: ${status}`)
      cases += AT_ONCE
    }
  const memory = peakMemory(site.process.pid)
  if (memory > MEMORY_MAX) faults.push(`memory reached ${memory} MB`)
  await site.close()
  const note = `${paths.length} URLs, memory ${before} to ${memory} MB, slowest /api/health ${slowest} ms`
  return { attack: 'sixty concurrent requests to every route', cases, faults, slowest, memory, note }
}

function pathOf(route: string): string {
  return route.replace(/\[(?:\.\.\.)?(\w+)\]/g, (_, part: string) => PARTS[part] ?? 'x'.repeat(32))
}
