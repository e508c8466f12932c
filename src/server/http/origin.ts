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
