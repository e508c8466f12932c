import { once } from 'node:events'
import { connect } from 'node:tls'
import type { BuildManifest } from '../build-manifest.ts'
import { type Clock, DAY_MS } from '../clock.ts'
import { repeat } from '../repeat.ts'

/** Header of /api/health with the build time, to detect another site or build at the same name. */
export const BUILD_HEADER = 'X-Hera-Build'

/** Result of a request to the public name of the site. */
export interface PublicName {
  siteUrl: string
  /** Why this build does not respond, in French; undefined if it does. */
  fault?: string
  /** Whole days until the certificate expires, negative once expired; undefined without a certificate. */
  certificateDays?: number
}

/** Network access, replaced in tests. */
interface Network {
  fetch: typeof fetch
  /** Expiry of a host's certificate; undefined if it presents none. */
  certificateEnd: (host: string, port: number) => Promise<Date | undefined>
}

const INTERVAL_MS = 5 * 60_000
/** A failure is checked again after this delay before it counts. */
const RECHECK_MS = 30_000
const TIMEOUT_MS = 10_000

/**
 * Requests the site every five minutes by its public name from the machine itself, and so checks DNS,
 * certificate and proxy. A fault counts when found twice in a row.
 * @param look must not reject
 * @returns `latest`: the last result, undefined before the first; `stop`: stops the requests
 */
export function watchPublicName(look: () => Promise<PublicName>) {
  let latest: PublicName | undefined
  let failedBefore = false
  const stop = repeat(async () => {
    const met = await look()
    const isFirstFault = met.fault !== undefined && !failedBefore
    failedBefore = met.fault !== undefined
    if (!isFirstFault) latest = met
    return isFirstFault ? RECHECK_MS : INTERVAL_MS
  })
  return { latest: () => latest, stop }
}

/** Requests the site once. Never rejects: a failure is part of the result. */
export async function probePublicName(
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

/** Describes in French why `fetch` failed. */
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
  // Only the expiry is read here; `fetch` has already validated the certificate.
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
