import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * True when a request comes from this site's own pages, or from a program that sends neither header. Own is the host
 * the request was sent to, or the site's origin, whatever the scheme, since a proxy may end TLS before us.
 */
export function isOwnOrigin(req: IncomingMessage, siteUrl: string): boolean {
  if (req.headers['sec-fetch-site'] === 'cross-site') return false
  const { origin } = req.headers
  if (origin === undefined) return true
  if (!/^https?:/.test(origin) || !URL.canParse(origin)) return false
  const { host, protocol } = new URL(origin)
  const requested = `${protocol}//${req.headers.host}`
  return host === new URL(siteUrl).host || (URL.canParse(requested) && host === new URL(requested).host)
}

/**
 * The visitor's address: the socket's, or the N-th of X-Forwarded-For from the right behind N proxies of one's own.
 * What stands further left was written by the visitor. A value that is no address counts as the socket's.
 */
export function clientAddress(req: IncomingMessage, trustedProxies: number): string {
  const socket = req.socket.remoteAddress ?? ''
  if (trustedProxies === 0) return socket
  const forwarded = String(req.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  // Some proxies add the port: 192.0.2.1:50000 or [2001:db8::1]:50000.
  const address = (forwarded.at(-trustedProxies) ?? '')
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
  return isIP(address) ? address : socket
}
