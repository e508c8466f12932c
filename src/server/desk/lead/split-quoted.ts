/** The line above what a mail program quotes: «Le 3 mai 2026 à 10:04, Hera <…> a écrit :», «On … wrote:», Outlook’s rule. */
const HEAD =
  /^(?:(?:le|on|am|el|il) .{5,200}(?:a écrit|wrote|schrieb|escribió|ha scritto)\s*:|-{2,}\s*(?:message d.origine|original message).*|_{10,}|(?:de|from)\s*:\s.+@.+)\s*$/i

/** Splits the text of an e-mail into what its author wrote and what it quotes at its end. */
export function splitQuoted(text: string): { own: string; quoted: string } {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const lastOwn = lines.findLastIndex((line) => line.trim() !== '' && !line.startsWith('>'))
  const start = lines.findIndex(
    (line, index) =>
      HEAD.test(line) || HEAD.test(`${line} ${lines[index + 1] ?? ''}`) || (index > lastOwn && line.startsWith('>')),
  )
  if (start < 1) return { own: text.trim(), quoted: '' }
  const own = lines.slice(0, start).join('\n').trim()
  return own ? { own, quoted: lines.slice(start).join('\n').trim() } : { own: text.trim(), quoted: '' }
}
