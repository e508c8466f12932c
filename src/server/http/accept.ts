/** True when the answer is to be JSON: asked for by Accept, or by a JSON body where Accept leaves the choice. */
export function wantsJson(accept: string | undefined, bodyIsJson: boolean): boolean {
  const weight = (type: string) => {
    const range = (accept ?? '*/*').split(',').find((part) => part.trim().toLowerCase().split(';')[0]?.trim() === type)
    if (range === undefined) return 0
    return Number(/;\s*q=([\d.]+)/i.exec(range)?.[1] ?? 1)
  }
  const json = weight('application/json')
  const html = weight('text/html')
  return json === html ? bodyIsJson : json > html
}

const OFFERED = {
  br: /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i,
  gzip: /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i,
}

/** The best of the encodings that were prepared. */
export function preferredEncoding(accept: string | undefined): keyof typeof OFFERED | undefined {
  if (!accept) return undefined
  return OFFERED.br.test(accept) ? 'br' : OFFERED.gzip.test(accept) ? 'gzip' : undefined
}
