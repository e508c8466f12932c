import { openProxy, type ProxyName } from '../proxies.ts'
import { valid } from '../samples.ts'
import { addressOf, type Finding, inParallel } from './attack.ts'

/** Number of concurrent visitors. */
const VISITORS = 8

/**
 * Restarts the site repeatedly behind a proxy of deploy/ while visitors read and send. The socket outlives the
 * process (deploy/hera.socket): every request must get a response, and each form must be stored once.
 */
export async function attackRestarts(name: ProxyName, visits: number, restarts: number): Promise<Finding> {
  const proxy = await openProxy(name, true)
  const faults: string[] = []
  const counts = { stored: 0, restarts: 0 }
  let done = false
  try {
    const restarting = (async () => {
      for (let n = 0; n < restarts && !done; n++) {
        await new Promise((resolve) => setTimeout(resolve, 500))
        await proxy.restartSite()
        counts.restarts += 1
      }
    })()
    await inParallel(visits, VISITORS, async (n) => {
      const isForm = n % 2 === 0
      // A new address per visitor, so that no rate limit applies.
      const from = `127.${addressOf(n + 256).slice(3)}`
      const form = { ...valid.contact, message: `Visite ${n}`, email: `v${n}@exemple.fr` }
      const question = isForm ? { path: '/formulaires/contact', form } : { path: '/faq' }
      const { status } = await proxy.ask({ ...question, from }).catch((error) => ({ status: error.code }))
      if (status !== (isForm ? 303 : 200)) faults.push(`${isForm ? 'a form' : 'a page'}: ${status}`)
      if (isForm && status === 303) counts.stored += 1
    })
    done = true
    await restarting
    const rows = proxy.site.rows('contact_messages').length
    if (rows !== counts.stored) faults.push(`${counts.stored} acknowledged, ${rows} stored`)
  } finally {
    await proxy.close()
  }
  const note = `${counts.stored} forms stored through ${counts.restarts} restarts`
  return { attack: `restarts behind ${name}`, cases: visits, faults, note }
}
