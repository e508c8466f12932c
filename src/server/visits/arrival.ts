import type { IncomingHttpHeaders } from 'node:http'

/**
 * Captures the host of a URL, at most 100 characters with its port. Browsers send it in lower-case ASCII without
 * credentials; other clients can send anything.
 */
const HOST = /^https?:\/\/(?:www\.)?(?=[^/]{1,100}(?:\/|$))([a-z\d-]+(?:\.[a-z\d-]+)+)(?::\d+)?(?:\/|$)/

/**
 * Reads from the request headers how a visitor reached a page. Returns undefined for a prefetch, a reload, or a client
 * that is not a browser (only browsers send Sec-Fetch-Dest, all of them since 2023).
 */
export function arrivalOf(headers: IncomingHttpHeaders) {
  if (headers['sec-fetch-dest'] !== 'document' || isPrefetch(headers) || isReload(headers)) return undefined
  const isEntry = headers['sec-fetch-site'] !== 'same-origin'
  return {
    /** True if the visitor came from another site or from none, which starts a visit. */
    isEntry,
    /** Host of the other site, such as `google.com`; undefined if the browser does not send it. */
    host: isEntry ? hostOf(headers.referer) : undefined,
  }
}

/** True for a prefetch. */
function isPrefetch(headers: IncomingHttpHeaders): boolean {
  return String(headers['sec-purpose'] ?? headers.purpose ?? '').startsWith('prefetch')
}

function isReload({ 'cache-control': control }: IncomingHttpHeaders): boolean {
  return control === 'max-age=0' || control === 'no-cache'
}

/**
 * Returns the host of a referrer, without «www.». Uses one regular expression, because parsing a URL takes as long as
 * serving the rest of a page.
 */
function hostOf(referrer: string | undefined): string | undefined {
  return referrer === undefined ? undefined : HOST.exec(referrer)?.[1]
}
