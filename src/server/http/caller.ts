import { isIP } from 'node:net'

/**
 * The visitor's IP address: the address of the connection, or, behind N proxies of the operator's own, the N-th value of
 * X-Forwarded-For from the right. Values further left can be written by the visitor. A value that is not an IP address
 * is ignored.
 * @param connection address of the other end of the connection
 * @param forwardedFor header X-Forwarded-For
 */
export function clientAddress(
  connection: string,
  forwardedFor: string | null | undefined,
  trustedProxies: number,
): string {
  if (trustedProxies === 0) return connection
  const values = (forwardedFor ?? '')
    .split(',')
    .map((value) => value.trim())
    .filter(Boolean)
  // Some proxies add the port: 192.0.2.1:50000 or [2001:db8::1]:50000.
  const address = (values.at(-trustedProxies) ?? '').replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')
  return isIP(address) ? address : connection
}

/** Headers that a proxy adds. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/**
 * True for a request that a program on this machine made itself, not for one that a proxy passes on.
 * @param address of the visitor as clientAddress has it: without a forwarding header, that of the connection
 */
export function isLocalCaller(address: string, headers: Headers): boolean {
  return (
    /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/i.test(address) && !FORWARDED.some((name) => headers.has(name))
  )
}

/**
 * True when a request comes from a page of this site, or from a program that sends neither Origin nor Sec-Fetch-Site.
 * The site's own origin is the host that the request names, or SITE_URL; the scheme may differ, because a proxy may
 * end TLS.
 * @param headers headers of the request
 * @param siteUrl origin that the site was built for
 */
export function isOwnOrigin(headers: Headers, siteUrl: string): boolean {
  if (headers.get('sec-fetch-site') === 'cross-site') return false
  const origin = headers.get('origin')
  if (origin === null) return true
  if (!/^https?:/.test(origin) || !URL.canParse(origin)) return false
  const { host, protocol } = new URL(origin)
  const requested = `${protocol}//${headers.get('host')}`
  return host === new URL(siteUrl).host || (URL.canParse(requested) && host === new URL(requested).host)
}
