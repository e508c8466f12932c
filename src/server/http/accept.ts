/**
 * True when the answer is to be JSON: the Accept header prefers it to HTML, or prefers neither and the request's body
 * is JSON.
 */
export function wantsJson(headers: Headers): boolean {
  const accept = headers.get('accept') ?? '*/*'
  const weight = (type: string) => {
    const range = accept.split(',').find((part) => part.toLowerCase().split(';')[0]?.trim() === type)
    if (range === undefined) return 0
    return Number(/;\s*q=([\d.]+)/i.exec(range)?.[1] ?? 1)
  }
  const json = weight('application/json')
  const html = weight('text/html')
  return json === html ? mediaType(headers) === 'application/json' : json > html
}

/** Media type of a body, in lower case and without parameters; '' when the request does not say. */
export function mediaType(headers: Headers): string {
  return (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

const ACCEPTED = {
  br: /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i,
  gzip: /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i,
}

/**
 * The best content encoding that a file was compressed in and the visitor accepts; undefined for none.
 * @param accept header Accept-Encoding
 */
export function preferredEncoding(accept: string | null | undefined): 'br' | 'gzip' | undefined {
  if (!accept) return undefined
  return ACCEPTED.br.test(accept) ? 'br' : ACCEPTED.gzip.test(accept) ? 'gzip' : undefined
}
