import type { IncomingHttpHeaders } from 'node:http'

/**
 * A web address up to its path: the host in it, at most 100 characters. Browsers send it in lower case and in letters of
 * ASCII, without a name or password; anyone else can send anything.
 */
const HOST = /^https?:\/\/(?:www\.)?(?=[^/]{1,100}(?:\/|$))([a-z\d-]+(?:\.[a-z\d-]+)+)(?::\d+)?(?:\/|$)/

/**
 * Reads from the headers of a request how somebody came to a page; undefined where nobody opened one: a program that is no
 * browser (only browsers send Sec-Fetch-Dest, since 2023 all of them), a page fetched before it is asked for, a page loaded
 * again.
 */
export function arrivalOf(headers: IncomingHttpHeaders) {
  if (headers['sec-fetch-dest'] !== 'document' || isAhead(headers) || isReload(headers)) return undefined
  const fromElsewhere = headers['sec-fetch-site'] !== 'same-origin'
  return {
    /** True where it was from another site or from none: a visit begins. */
    fromElsewhere,
    /** The other site, such as `google.com`; undefined where the browser does not say. */
    host: fromElsewhere ? hostOf(headers.referer) : undefined,
  }
}

/** True for what the browser fetches in case it is asked for. */
function isAhead(headers: IncomingHttpHeaders): boolean {
  return String(headers['sec-purpose'] ?? headers.purpose ?? '').startsWith('prefetch')
}

function isReload({ 'cache-control': control }: IncomingHttpHeaders): boolean {
  return control === 'max-age=0' || control === 'no-cache'
}

/** The host of a referrer, without its «www.»: by one expression, because an URL takes as long as all the rest of a page. */
function hostOf(referrer: string | undefined): string | undefined {
  return referrer === undefined ? undefined : HOST.exec(referrer)?.[1]
}
