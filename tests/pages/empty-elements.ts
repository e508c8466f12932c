/** Returns the empty elements of a page that should contain text. */
export function emptyElements(html: string): string[] {
  const said = html.replace(
    /<dl class="blanks[\s\S]*?<\/dl>|<[^>]* (?:role="status"|class="counter-text")[^>]*><\/\w+>/g,
    '',
  )
  const empty = /<(h\d|p|a|li|dt|dd|button|label|legend|summary|figcaption|option|th)\b[^>]*>\s*<\/\1>/g
  return said.match(empty) ?? []
}
