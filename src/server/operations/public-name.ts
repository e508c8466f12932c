import { once } from 'node:events'
import { connect } from 'node:tls'
import type { BuildManifest } from '../build-manifest.ts'
import { type Clock, DAY_MS } from '../clock.ts'
import { repeat } from '../repeat.ts'

/** Header of /api/health with the time of the build: tells this site from another one at the same name. */
export const BUILD_HEADER = 'X-Hera-Build'

/** What a visitor meets at the public name of the site. */
export interface PublicName {
  siteUrl: string
  /** What was met in place of this build, in French; undefined where the site answers. */
  fault?: string
  /** Whole days until the certificate ends, negative once it has; undefined where there is none. */
  certificateDays?: number
}

/** Ways to the network. */
interface Network {
  fetch: typeof fetch
  /** When the certificate of a host ends; undefined where none is shown. */
  certificateEnd: (host: string, port: number) => Promise<Date | undefined>
}

const INTERVAL_MS = 5 * 60_000
/** What fails once is asked again before it counts. */
const AGAIN_MS = 30_000
const TIMEOUT_MS = 10_000

/**
 * Asks for the site every five minutes by its public name, from the machine itself: through the name, the certificate and
 * the proxy, as visitors do. A fault counts when it is met twice.
 * @param look never rejects
 * @returns what was met last, undefined before the first answer; and the function that stops it
 */
export function watchPublicName(look: () => Promise<PublicName>) {
  let latest: PublicName | undefined
  let failedBefore = false
  const stop = repeat(async () => {
    const met = await look()
    const isFirstFault = met.fault !== undefined && !failedBefore
    failedBefore = met.fault !== undefined
    if (!isFirstFault) latest = met
    return isFirstFault ? AGAIN_MS : INTERVAL_MS
  })
  return { latest: () => latest, stop }
}

/** Looks once. Never rejects: what is in the way is the answer. */
export async function lookAtPublicName(
  { siteUrl, builtAt }: Pick<BuildManifest, 'siteUrl' | 'builtAt'>,
  clock: Clock,
  network: Network = { fetch, certificateEnd },
): Promise<PublicName> {
  const { protocol, hostname, port } = new URL(siteUrl)
  const [fault, end] = await Promise.all([
    findFault(siteUrl, builtAt, network),
    protocol === 'https:' ? network.certificateEnd(hostname, Number(port || 443)) : undefined,
  ])
  return {
    siteUrl,
    ...(fault && { fault }),
    ...(end && { certificateDays: Math.floor((end.getTime() - clock().getTime()) / DAY_MS) }),
  }
}

async function findFault(siteUrl: string, builtAt: string, network: Network): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await network.fetch(`${siteUrl}/api/health`, { signal, redirect: 'manual' })
    await response.body?.cancel()
    const build = response.headers.get(BUILD_HEADER)
    if (build === builtAt) return undefined
    if (build === null) return `autre chose que Hera y répond (${response.status})`
    return `une autre version du site y répond, construite le ${build.slice(0, 10)}`
  } catch (error) {
    return describe(error as Error)
  }
}

/** Why `fetch` failed. */
function describe({ name, cause }: Error): string {
  if (name === 'TimeoutError') return 'personne n’y répond en dix secondes'
  const code = String((cause as NodeJS.ErrnoException | undefined)?.code ?? name)
  if (/^(ENOTFOUND|EAI_)/.test(code)) return 'ce nom ne mène nulle part (DNS)'
  if (code === 'ECONNREFUSED') return 'personne n’y écoute : le proxy est arrêté'
  if (code === 'CERT_HAS_EXPIRED') return 'le certificat a expiré'
  if (/CERT|ERR_TLS/.test(code)) return `les navigateurs refusent le certificat (${code})`
  return `la connexion échoue (${code})`
}

async function certificateEnd(host: string, port: number): Promise<Date | undefined> {
  // Its end is asked for, not whether it is good: `fetch` has judged that.
  const socket = connect({ host, port, servername: host, rejectUnauthorized: false })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return new Date(socket.getPeerCertificate().valid_to)
  } catch {
    return undefined
  } finally {
    socket.destroy()
  }
}
