/**
 * True if the response should be JSON: the Accept header prefers it to HTML (RFC 9110 §12.4.2), or prefers neither and
 * the request has a JSON body.
 */
export function wantsJson(headers: Headers): boolean {
  const ranges = (headers.get('accept') ?? '').toLowerCase().split(',')
  const weightOf = (type: string) => {
    const range = ranges.find((each) => each.split(';')[0]?.trim() === type)
    return range === undefined ? 0 : Number(/;\s*q=([\d.]+)/.exec(range)?.[1] ?? 1)
  }
  const [json, html] = [weightOf('application/json'), weightOf('text/html')]
  return json === html ? mediaType(headers) === 'application/json' : json > html
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
