import { openProxy, type ProxyName } from '../proxies.ts'
import { valid } from '../samples.ts'
import { addressOf, type Finding, inParallel } from './attack.ts'

/** Visitors at a time. */
const VISITORS = 8
/** What may be answered: Caddy lets a page wait; a form that meets a restart is told to come again. */
const PAGE = { caddy: [200], nginx: [200, 503] }
const FORM = [303, 503]

/**
 * Restarts the site again and again behind a proxy with the file of deploy/, while visitors read and send: each form that
 * was acknowledged must be stored once, and nobody may see an error other than «the site is being restarted».
 */
export async function attackRestarts(name: ProxyName, visits: number, restarts: number): Promise<Finding> {
  const proxy = await openProxy(name)
  const faults: string[] = []
  const counts = { stored: 0, waited: 0 }
  let done = false
  try {
    const restarting = (async () => {
      for (let n = 0; n < restarts && !done; n++) {
        await new Promise((resolve) => setTimeout(resolve, 500))
        await proxy.stopSite()
        await proxy.restartSite()
      }
    })()
    await inParallel(visits, VISITORS, async (n) => {
      const isForm = n % 2 === 0
      // Each is another visitor, so that no limit holds a form back.
      const from = `127.${addressOf(n + 256).slice(3)}`
      const form = { ...valid.contact, message: `Visite ${n}`, email: `v${n}@exemple.fr` }
      const question = isForm ? { path: '/formulaires/contact', form } : { path: '/faq' }
      const { status } = await proxy.ask({ ...question, from }).catch((error) => ({ status: error.code }))
      if (!(isForm ? FORM : PAGE[name]).includes(status)) faults.push(`${isForm ? 'a form' : 'a page'}: ${status}`)
      if (isForm && status === 303) counts.stored += 1
      if (status === 503) counts.waited += 1
      if (status === 503) await new Promise((resolve) => setTimeout(resolve, 200))
    })
    done = true
    await restarting
    const rows = proxy.site.rows('contact_messages').length
    if (rows !== counts.stored) faults.push(`${counts.stored} acknowledged, ${rows} stored`)
  } finally {
    await proxy.close()
  }
  const note = `${counts.stored} forms stored through restarts, ${counts.waited} answers «the site is being restarted»`
  return { attack: `restarts behind ${name}`, cases: visits, faults, note }
}
