import { isIP } from 'node:net'

/**
 * Returns the visitor's IP address: that of the connection or, behind N trusted proxies, the N-th value of
 * X-Forwarded-For from the right, because visitors can forge the values further left. A value that is not an IP
 * address is ignored.
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

/**
 * True if the request comes from a page of this site, or from a program that sends neither Origin nor Sec-Fetch-Site.
 * The own origin is the requested host or SITE_URL; the scheme may differ, because a proxy may terminate TLS.
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
