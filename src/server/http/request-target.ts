import type { IncomingMessage } from 'node:http'

/** Methods that a route may know. Others reach none: Astro cannot make a Request of TRACE. */
export const METHODS: readonly (string | undefined)[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * The path and query of a request; undefined where they or its host cannot be read. A path may begin with two slashes.
 * Several Host headers are malformed (RFC 9112 §3.2): a proxy may have read another one than we would. So is a host with a
 * user or a path (RFC 9110 §7.2), of which Astro could make no address.
 */
export function requestTarget({ url = '', rawHeaders }: IncomingMessage): URL | undefined {
  // Names and values by turns.
  const hosts = rawHeaders.filter((_, index) => rawHeaders[index - 1]?.toLowerCase() === 'host' && index % 2 === 1)
  if (hosts.length !== 1 || !isHost(hosts[0] ?? '')) return undefined
  const target = url.startsWith('/') ? `http://localhost${url}` : url
  return URL.canParse(target) ? new URL(target) : undefined
}

function isHost(host: string): boolean {
  return /^[^\s@/?#\\]+$/.test(host) && URL.canParse(`http://${host}`)
}
