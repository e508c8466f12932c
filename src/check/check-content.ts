import { checkCharacters } from './check-characters.ts'
import { checkComposed } from './check-composed.ts'
import { checkFacts } from './check-facts.ts'
import { checkFigures } from './check-figures.ts'
import { checkFiles } from './check-files.ts'
import { checkHeadings } from './check-headings.ts'
import { checkHtml } from './check-html.ts'
import { checkLinks } from './check-links.ts'
import { checkMarkdown } from './check-markdown.ts'
import { checkMetadata } from './check-metadata.ts'
import { checkPictureFiles } from './check-picture-files.ts'
import { checkPictures } from './check-pictures.ts'
import { checkPlaceholders } from './check-placeholders.ts'
import { checkReferences } from './check-references.ts'
import { checkRegions } from './check-regions.ts'
import { checkRepeated } from './check-repeated.ts'
import { checkSchemas } from './check-schemas.ts'
import { checkStatutoryTexts } from './check-statutory-texts.ts'
import { checkTypography } from './check-typography.ts'
import { checkWords } from './check-words.ts'
import { checkCounts } from './counts.ts'
import { type Finding, inOrder } from './finding.ts'
import { checkFixedWords } from './fixed-words.ts'
import { readSources } from './sources.ts'
import { valuesIn } from './values-in.ts'

/** Where the texts and the pictures' files are. */
const CONTENT = 'src/content'
const PICTURES = 'src/assets/pictures'

/**
 * Everything wrong with the texts and pictures that shows in their files, without a build, each sentence once.
 * @param folder of the texts
 * @param pictures folder of the pictures' files
 */
export async function checkContent(folder = CONTENT, pictures = PICTURES): Promise<Finding[]> {
  return inOrder([...findingsIn(folder, pictures), ...(await checkPictureFiles(readSources(folder), pictures))])
}

/** Everything wrong with the texts alone. */
export function checkTexts(folder = CONTENT, pictures = PICTURES): Finding[] {
  return inOrder(findingsIn(folder, pictures))
}

/** All findings in any order; the same sentence may occur twice on a line, each time with its own fix. */
export function findingsIn(folder = CONTENT, pictures = PICTURES): Finding[] {
  const sources = readSources(folder)
  const files = [...checkFiles(sources, folder), ...checkCharacters(sources)]
  // Other checks would report what an unreadable file says as missing everywhere.
  if (files.some(({ breaks }) => breaks)) return files
  const values = valuesIn(sources)
  return [
    ...files,
    ...checkSchemas(sources),
    ...checkComposed(sources),
    ...checkPlaceholders(sources, values),
    ...checkWords(sources, values),
    ...checkFixedWords(sources),
    ...checkFacts(sources),
    ...checkFigures(sources, values),
    ...checkCounts(sources),
    ...checkLinks(sources),
    ...checkPictures(sources, pictures),
    ...checkHeadings(sources),
    ...checkMarkdown(sources),
    ...checkHtml(sources),
    ...checkMetadata(sources, values),
    ...checkTypography(sources),
    ...checkReferences(sources, values),
    ...checkRepeated(sources),
    ...checkRegions(sources),
    ...checkStatutoryTexts(sources),
  ]
}
