import { parseFacts } from '../copy/parse-facts.ts'
import { valuesOf } from '../copy/values.ts'
import { checkFacts } from './facts.ts'
import { checkFigures } from './figures.ts'
import { type Finding, inOrder } from './finding.ts'
import { checkGuide } from './guide.ts'
import { checkHeadings } from './headings.ts'
import { checkLinks } from './links.ts'
import { checkMarkdown } from './markdown.ts'
import { checkMetadata } from './metadata.ts'
import { checkPictures } from './pictures.ts'
import { checkPlaceholders } from './placeholders.ts'
import { checkSchemas } from './schema.ts'
import { checkSigns } from './signs.ts'
import { readSources, type Source } from './sources.ts'
import { checkStatutory } from './statutory.ts'
import { checkSyntax } from './syntax.ts'

/**
 * Everything that a reader of the sources can find wrong with the texts, without a build.
 * @param folder of the texts
 * @param pictures folder of the pictures' files
 */
export function checkContent(folder = 'src/content', pictures = 'src/assets/pictures'): Finding[] {
  const sources = readSources(folder)
  const syntax = checkSyntax(sources, folder)
  // What cannot be read would be missed everywhere else.
  if (syntax.length > 0) return inOrder(syntax)
  const values = valuesIn(sources)
  return inOrder([
    ...checkSchemas(sources),
    ...checkPlaceholders(sources, values),
    ...checkFacts(sources),
    ...checkFigures(sources, values),
    ...checkLinks(sources),
    ...checkPictures(sources, pictures),
    ...checkHeadings(sources),
    ...checkMarkdown(sources),
    ...checkMetadata(sources, values),
    ...checkSigns(sources),
    ...checkStatutory(sources),
    ...checkGuide(folder),
  ])
}

/** The values that texts call, from a content folder. */
function valuesIn(sources: readonly Source[]): Record<string, string> {
  const [company, facts] = ['company', 'facts'].map((name) => {
    const source = sources.find(({ folder, id }) => folder === '' && id === name)
    return source ? parseFacts(source.text, source.file) : {}
  })
  return valuesOf(company ?? {}, facts ?? {})
}
