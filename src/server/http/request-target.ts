import type { IncomingMessage } from 'node:http'

/** Methods passed on to routes. Astro cannot create a Request for others, such as TRACE. */
export const METHODS: readonly (string | undefined)[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * Parses the path and query of a request; returns undefined if they or the host are invalid. A path may begin
 * with two slashes. Several Host headers are invalid (RFC 9112 §3.2), because a proxy may have used another one.
 * So is a host with a user or a path (RFC 9110 §7.2), because Astro could not turn it into a URL.
 */
export function requestTarget({ url = '', rawHeaders }: IncomingMessage): URL | undefined {
  // rawHeaders alternates names and values.
  const hosts = rawHeaders.filter((_, index) => rawHeaders[index - 1]?.toLowerCase() === 'host' && index % 2 === 1)
  if (hosts.length !== 1 || !isHost(hosts[0] ?? '')) return undefined
  const target = url.startsWith('/') ? `http://localhost${url}` : url
  return URL.canParse(target) ? new URL(target) : undefined
}

function isHost(host: string): boolean {
  return /^[^\s@/?#\\]+$/.test(host) && URL.canParse(`http://${host}`)
}
