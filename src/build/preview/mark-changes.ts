/** In development: highlights sentences that differ from the last commit; a dot in the tab marks a changed title. */
import { occurrences } from './occurrences.ts'
import { textIn } from './text-in.ts'

const NAME = 'hera-changes'

if (import.meta.hot && 'highlights' in CSS) {
  const style = new CSSStyleSheet()
  // Translucent, because lines of a title overlap and some are on a brown background.
  style.replaceSync(`::highlight(${NAME}) { background-color: rgb(255 196 0 / 40%); }`)
  document.adoptedStyleSheets.push(style)
  const title = document.title
  import.meta.hot.on('hera:changes', (sentences: string[]) => {
    CSS.highlights.set(NAME, new Highlight(...rangesOf(sentences)))
    document.title = occurrences(title, sentences).length > 0 ? `● ${title}` : title
  })
  import.meta.hot.send('hera:shown')
}

/** Returns the ranges of the sentences on the page; a range may span several text nodes. */
function rangesOf(sentences: readonly string[]): Range[] {
  const { text, nodes } = textIn(document.body)
  const place = (offset: number) => nodes.findLast(({ start }) => start <= offset)
  return occurrences(text, sentences).flatMap(([start, end]) => {
    const [from, to] = [place(start), place(end - 1)]
    if (!from || !to) return []
    const range = new Range()
    range.setStart(from.node, start - from.start)
    range.setEnd(to.node, end - to.start)
    return [range]
  })
}
