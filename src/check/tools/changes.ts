import { typographic } from '../../copy/markdown/typography.ts'
import { PLACEHOLDER } from '../../copy/placeholders.ts'
import { siteRoutes } from '../reading/routes.ts'
import type { Source } from '../reading/sources.ts'
import { proseSpansOf } from '../reading/text-spans.ts'
import { valuesIn } from '../reading/values-in.ts'

/** A passage that differs between two versions of the texts. */
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
    return difference(was?.sentences ?? [], is?.sentences ?? []).map((passage) => ({
      pages: pagesOf(path),
      file: (is ?? was)?.file ?? path,
      ...passage,
    }))
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

/** Runs of sentences that differ, by the longest common subsequence. */
function difference(before: string[], after: string[]): { before: string[]; after: string[] }[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0))
  const common = (i: number, j: number) => lengths[i]?.[j] ?? 0
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      (lengths[i] as number[])[j] =
        before[i] === after[j] ? common(i + 1, j + 1) + 1 : Math.max(common(i + 1, j), common(i, j + 1))

  const runs: { before: string[]; after: string[] }[] = []
  let same = true
  for (let i = 0, j = 0; i < before.length || j < after.length; ) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      same = true
      i++
      j++
      continue
    }
    if (same) runs.push({ before: [], after: [] })
    same = false
    const gone = j >= after.length || (i < before.length && common(i + 1, j) >= common(i, j + 1))
    if (gone) runs.at(-1)?.before.push(before[i++] ?? '')
    else runs.at(-1)?.after.push(after[j++] ?? '')
  }
  return runs
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
