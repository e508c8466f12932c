import { typographic } from '../../copy/markdown/typography.ts'
import { PLACEHOLDER } from '../../copy/placeholders.ts'
import { siteRoutes } from '../reading/routes.ts'
import type { Source } from '../reading/sources.ts'
import { proseSpansOf } from '../reading/text-spans.ts'
import { valuesIn } from '../reading/values-in.ts'

/** What differs in a file between two versions of the texts. */
export interface Change {
  /** Where it is read: '/faq', 'toutes les pages' for header and footer, or 'les e-mails'. */
  pages: string[]
  file: string
  /** Sentences before and after, their {{ names }} filled; [] for what is new, or gone. */
  before: string[]
  after: string[]
}

/**
 * What visitors will read otherwise: each sentence that differs, also where only a value of facts.yaml changed.
 * @param before the texts as they were
 * @param after the texts as they are
 */
export function changesBetween(before: readonly Source[], after: readonly Source[]): Change[] {
  const [old, current] = [before, after].map(sentencesIn)
  const site = siteRoutes(after)
  const pagesOf = (path: string) => {
    const pages = site.routes
      .filter(({ shows }) => shows.some((source) => source.path === path))
      .map(({ path }) => path)
    if (pages.length > 0) return pages
    return [path.startsWith('emails/') ? 'les e-mails' : 'toutes les pages']
  }
  const paths = [...new Set([...(old?.keys() ?? []), ...(current?.keys() ?? [])])].sort()
  return paths.flatMap((path) => {
    const [was, is] = [old?.get(path), current?.get(path)]
    const [wrote, writes] = [was?.sentences ?? [], is?.sentences ?? []]
    const before = wrote.filter((sentence) => !writes.includes(sentence))
    const after = writes.filter((sentence) => !wrote.includes(sentence))
    if (before.length + after.length === 0) return []
    return [{ pages: pagesOf(path), file: (is ?? was)?.file ?? path, before, after }]
  })
}

/** The sentences of each file that visitors read, by its path. */
function sentencesIn(sources: readonly Source[]): Map<string, { file: string; sentences: string[] }> {
  const values = valuesIn(sources)
  const fill = (text: string) => text.replace(PLACEHOLDER, (_, name: string) => values[name] || `[${name}]`)
  const read = sources.filter(({ path }) => !['company.yaml', 'facts.yaml', 'lancement.yaml'].includes(path))
  return new Map(
    read.map((source) => [
      source.path,
      {
        file: source.file,
        sentences: proseSpansOf(source).flatMap(({ text }) =>
          typographic(fill(text))
            .split(/\n\s*\n|\n(?=\s*[-#|>])|(?<=[.!?…])\s+/)
            .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
            .filter(Boolean),
        ),
      },
    ]),
  )
}

/** A sentence of Markdown as a page shows it: without stars, link targets, anchors, tags and marks of lists and tables. */
export function shownText(sentence: string): string[] {
  return sentence
    .replace(/!\[[^\]]*\]\([^)]*\)|\{#[^}]*\}|<[^>]*>/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:#{1,6}|[-*+>]|\d+\.)\s+/, '')
    .replace(/\*+|`/g, '')
    .split('|')
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => /[\p{L}\d]/u.test(text))
}
