import type { IncomingHttpHeaders } from 'node:http'

/**
 * Captures the host of a URL without «www.», at most 100 characters with its port. Browsers send it in lower-case ASCII
 * without credentials; other clients can send anything. Parsing the URL would take as long as the rest of a page.
 */
const HOST = /^https?:\/\/(?:www\.)?(?=[^/]{1,100}(?:\/|$))([a-z\d-]+(?:\.[a-z\d-]+)+)(?::\d+)?(?:\/|$)/

/**
 * Reads from the request headers how a visitor reached a page. Returns undefined for a prefetch, a reload, or a client
 * that is not a browser (only browsers send Sec-Fetch-Dest, all of them since 2023).
 */
export function arrivalOf(headers: IncomingHttpHeaders) {
  const { 'cache-control': cache = '', referer = '' } = headers
  const isPrefetch = String(headers['sec-purpose'] ?? headers.purpose ?? '').startsWith('prefetch')
  const isReload = cache === 'max-age=0' || cache === 'no-cache'
  if (headers['sec-fetch-dest'] !== 'document' || isPrefetch || isReload) return undefined
  const isEntry = headers['sec-fetch-site'] !== 'same-origin'
  return {
    /** True if the visitor came from another site or from none, which starts a visit. */
    isEntry,
    /** Host of the other site, such as `google.com`; undefined if the browser does not send it. */
    host: isEntry ? HOST.exec(referer)?.[1] : undefined,
  }
}
