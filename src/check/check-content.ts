import { type Finding, sortFindings } from './finding.ts'
import { committedSources, lastCommitDay, latestToday } from './reading/committed.ts'
import { NOT_UTF8, oncePerSource, readSources, type Source } from './reading/sources.ts'
import { valuesIn } from './reading/values-in.ts'
import { coverFaults } from './reading/yaml-faults.ts'
import { checkCharacters } from './rules/check-characters.ts'
import { checkCounts } from './rules/check-counts.ts'
import { checkDates } from './rules/check-dates.ts'
import { checkEmailButton } from './rules/check-email-button.ts'
import { checkFacts } from './rules/check-facts.ts'
import { checkFigures } from './rules/check-figures.ts'
import { checkFiles } from './rules/check-files.ts'
import { checkFixedTexts } from './rules/check-fixed-texts.ts'
import { checkHeadings } from './rules/check-headings.ts'
import { checkHtml } from './rules/check-html.ts'
import { checkLinks } from './rules/check-links.ts'
import { checkMarkdown } from './rules/check-markdown.ts'
import { checkMetadata } from './rules/check-metadata.ts'
import { checkPictureFiles } from './rules/check-picture-files.ts'
import { checkPictures } from './rules/check-pictures.ts'
import { checkPlaceholders } from './rules/check-placeholders.ts'
import { checkPlaces } from './rules/check-places.ts'
import { checkReferences } from './rules/check-references.ts'
import { checkRequired } from './rules/check-required.ts'
import { checkSchema } from './rules/check-schemas.ts'
import { checkSections } from './rules/check-sections.ts'
import { checkStatutoryTexts } from './rules/check-statutory-texts.ts'
import { checkTypography } from './rules/check-typography.ts'
import { checkWords, mayHoldMarkdown, programNames } from './rules/check-words.ts'
import { checkYamlComments } from './rules/check-yaml-comments.ts'

/** Folders of the texts and of the picture files. */
export const CONTENT = 'src/content'
export const PICTURES = 'src/assets/pictures'

/**
 * Returns all findings in the texts and pictures that need no build.
 * @param folder of the texts
 * @param pictures folder of the picture files
 */
export async function checkContent(folder = CONTENT, pictures = PICTURES): Promise<Finding[]> {
  return sortFindings([...checkTexts(folder, pictures), ...(await checkPictureFiles(readSources(folder), pictures))])
}

/** Returns all findings in the texts alone. */
export function checkTexts(folder = CONTENT, pictures = PICTURES): Finding[] {
  return sortFindings(textFindings(folder, pictures))
}

function textFindings(folder: string, pictures: string): Finding[] {
  const sources = readSources(folder)
  const files = [...checkFiles(sources, folder), ...sources.flatMap(characterFindings)]
  // Checks that compare files would report the contents of an unreadable file as missing everywhere.
  if (files.some(({ breaks }) => breaks)) return [...files, ...alone(sources, files)]
  const values = valuesIn(sources)
  const today = latestToday(lastCommitDay(folder), new Date())
  return [
    ...files,
    ...sources.flatMap(complete),
    ...sources.flatMap((source) => [
      ...checkSections(source),
      ...checkEmailButton(source),
      ...checkPlaceholders(source, values, programNames),
      ...checkWords(source, values),
      ...checkFixedTexts(source),
      ...checkFigures(source, values),
    ]),
    ...checkFacts(sources, today),
    ...checkDates(sources, today, committedSources(folder, 'legal')),
    ...checkCounts(sources),
    ...checkLinks(sources),
    ...checkPictures(sources, pictures),
    ...sources.flatMap(inEachText),
    ...checkMetadata(sources, values),
    ...checkReferences(sources, values),
    ...checkPlaces(sources),
  ]
}

/** Checks each file by itself, if another finding prevents the files from being compared. */
function alone(sources: readonly Source[], files: readonly Finding[]): Finding[] {
  const broken = sources.filter(({ file }) => files.some((finding) => finding.file === file && finding.breaks))
  const whole = sources.filter((source) => !broken.includes(source))
  const parts = broken.flatMap((source) =>
    source.document.errors.length > 0 ? (coverFaults(source).readable ?? []) : [],
  )
  const known = (finding: Finding) => files.some(({ file, line }) => file === finding.file && line === finding.line)
  return [
    ...whole.flatMap(complete),
    ...whole.flatMap(inEachText),
    // Fixes are dropped, because offsets in the readable part differ from those in the file.
    ...parts.flatMap(inEachText).map((finding) => ({ ...finding, fixes: [] })),
  ].filter((finding) => !known(finding))
}

/** Missing keys of each file. The schema, if there is one, gives the more precise sentence. */
const complete = oncePerSource((source) => {
  const said = checkSchema(source)
  // Omits keys that the schema already reports as misspelt.
  const again = ({ line, what }: Finding) =>
    said.some((each) => each.line === line || each.mend.includes(what.slice(0, what.indexOf('»') + 1)))
  return [...said, ...checkRequired(source).filter((finding) => !again(finding))]
})

// A fix would rewrite the file, and destroy a picture that was put among the texts.
const characterFindings = oncePerSource((source) => (NOT_UTF8.test(source.text) ? [] : checkCharacters(source)))

/** Findings in words, characters and markup, for which no other file is needed. */
const inEachText = oncePerSource((source) => [
  ...checkHeadings(source),
  ...checkMarkdown(source, mayHoldMarkdown),
  ...checkHtml(source),
  ...checkYamlComments(source),
  ...checkTypography(source),
  ...checkStatutoryTexts(source),
])
