import { parseFacts } from '../copy/parse-facts.ts'
import { valuesOf } from '../copy/values.ts'
import { checkFacts } from './check-facts.ts'
import { checkFigures } from './check-figures.ts'
import { checkFiles } from './check-files.ts'
import { checkGuide } from './check-guide.ts'
import { checkHeadings } from './check-headings.ts'
import { checkLinks } from './check-links.ts'
import { checkMarkdown } from './check-markdown.ts'
import { checkMetadata } from './check-metadata.ts'
import { checkPictures } from './check-pictures.ts'
import { checkPlaceholders } from './check-placeholders.ts'
import { checkSchemas } from './check-schemas.ts'
import { checkStatutoryTexts } from './check-statutory-texts.ts'
import { checkTypography } from './check-typography.ts'
import { type Finding, inOrder } from './finding.ts'
import { readSources, type Source } from './sources.ts'

/**
 * Everything wrong with the texts that shows in their files, without a build.
 * @param folder of the texts
 * @param pictures folder of the pictures' files
 */
export function checkContent(folder = 'src/content', pictures = 'src/assets/pictures'): Finding[] {
  const sources = readSources(folder)
  const files = checkFiles(sources, folder)
  // Other checks would report what an unreadable file says as missing everywhere.
  if (files.some(({ breaks }) => breaks)) return inOrder(files)
  const values = valuesIn(sources)
  return inOrder([
    ...files,
    ...checkSchemas(sources),
    ...checkPlaceholders(sources, values),
    ...checkFacts(sources),
    ...checkFigures(sources, values),
    ...checkLinks(sources),
    ...checkPictures(sources, pictures),
    ...checkHeadings(sources),
    ...checkMarkdown(sources),
    ...checkMetadata(sources, values),
    ...checkTypography(sources),
    ...checkStatutoryTexts(sources),
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
