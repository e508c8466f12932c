/** Characters by the name of their entity, as far as mail programs write them. */
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", euro: '€', laquo: '«', raquo: '»', hellip: '…' },
  ...{ eacute: 'é', egrave: 'è', ecirc: 'ê', agrave: 'à', acirc: 'â', ccedil: 'ç', ocirc: 'ô', ucirc: 'û', icirc: 'î' },
  ...{ oelig: 'œ', deg: '°', ugrave: 'ù', iuml: 'ï', euml: 'ë' },
  ...{ Eacute: 'É', Agrave: 'À', Ccedil: 'Ç', rsquo: '’', ndash: '–', mdash: '—' },
}

/**
 * Returns the words of an HTML message without a browser: nothing is fetched or run. Quotations get «> » before their
 * lines, as in plain text. A tag ends before the next «<», so that thousands of open ones take no longer.
 */
export function wordsOfHtml(html: string): string {
  const visible = html.replace(/<!--[\s\S]*?(-->|$)|<(head|style|script|title)\b[\s\S]*?(<\/\2\s*>|$)/gi, '')
  const lines = visible
    .replace(/\s+/g, ' ')
    .replace(/<blockquote\b[^<>]*>/gi, '\n\u0001\n')
    .replace(/<\/blockquote\s*>/gi, '\n\u0002\n')
    .replace(/<\/?(p|div|h[1-6]|table|tr|ul|ol|hr|pre)\b[^<>]*>|<br\b[^<>]*>/gi, '\n')
    .replace(/<li\b[^<>]*>/gi, '\n– ')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(#x?[\da-f]+|\w+);/gi, decoded)
    .split('\n')
  let depth = 0
  const quoted = lines.flatMap((line) => {
    if (line === '\u0001') depth += 1
    else if (line === '\u0002') depth = Math.max(0, depth - 1)
    else return ('> '.repeat(Math.min(depth, 9)) + line.trim()).trimEnd()
    return []
  })
  return quoted
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function decoded(whole: string, name: string): string {
  if (!name.startsWith('#')) return ENTITIES[name] ?? whole
  const code = name[1]?.toLowerCase() === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0x1f && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ' '
}
