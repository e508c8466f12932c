/**
 * True if the response should be JSON: the Accept header names it and not HTML, or names both or neither and the request
 * has a JSON body.
 */
export function wantsJson(headers: Headers): boolean {
  const accept = headers.get('accept')?.toLowerCase() ?? ''
  const json = accept.includes('application/json')
  return json === accept.includes('text/html') ? mediaType(headers) === 'application/json' : json
}

/** Media type of a body, in lower case and without parameters; '' without a Content-Type header. */
export function mediaType(headers: Headers): string {
  return (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

const ACCEPTED = {
  br: /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i,
  gzip: /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i,
}

/**
 * Returns the best content encoding that the client accepts; undefined if it accepts neither.
 * @param accept header Accept-Encoding
 */
export function preferredEncoding(accept: string | null | undefined): 'br' | 'gzip' | undefined {
  if (!accept) return undefined
  return ACCEPTED.br.test(accept) ? 'br' : ACCEPTED.gzip.test(accept) ? 'gzip' : undefined
}
