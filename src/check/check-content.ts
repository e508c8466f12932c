import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readValues } from '../copy/facts/read-values.ts'
import { dayInParis } from '../forms/calendar.ts'
import { type Finding, findingAt, sortFindings } from './finding.ts'
import { offsetAt, readSources, type Source } from './reading/sources.ts'
import { checkFiles } from './rules/check-files.ts'
import { checkFixedTexts } from './rules/check-fixed-texts.ts'
import { checkLegalDates } from './rules/check-legal-dates.ts'
import { checkLinks } from './rules/check-links.ts'
import { checkPictures } from './rules/check-pictures.ts'
import { checkPlaceholders } from './rules/check-placeholders.ts'
import { checkSchema } from './rules/check-schemas.ts'
import { checkStatutoryTexts } from './rules/check-statutory-texts.ts'

/** Folders of the texts and of the picture files. */
export const CONTENT = 'src/content'
export const PICTURES = 'src/assets/pictures'

/**
 * Returns what breaks a page, a promise or the law, and the warnings, in texts and pictures.
 * @param folder of the texts
 * @param pictures folder of the picture files
 */
export async function checkContent(folder = CONTENT, pictures = PICTURES): Promise<Finding[]> {
  const sources = readSources(folder)
  return sortFindings([...checkTexts(folder, sources), ...(await checkPictures(sources, pictures))])
}

/** Returns the findings in the texts, without those about pictures. */
export function checkTexts(folder = CONTENT, sources = readSources(folder)): Finding[] {
  const files = checkFiles(sources, folder)
  // Checks that compare files would report the contents of an unreadable file as missing everywhere.
  if (files.length > 0) return sortFindings(files)
  const values = readValues(pathToFileURL(`${resolve(folder)}/`))
  const today = dayInParis(new Date())
  return sortFindings([
    ...sources.flatMap((source) => [
      ...checkSchema(source),
      ...checkPlaceholders(source, values),
      ...checkFixedTexts(source),
      ...checkStatutoryTexts(source),
      ...pastExhibition(source, today),
      ...samePlace(source, sources),
    ]),
    ...checkLegalDates(sources, folder),
    ...checkLinks(sources),
  ])
}

/** Warns of two entries with one place: the names of their files would then decide. */
function samePlace(source: Source, sources: readonly Source[]): Finding[] {
  const placeOf = ({ folder, document }: Source) => document.has('order') && `${folder} ${document.get('order')}`
  const twin = sources.find((each) => each !== source && placeOf(each) && placeOf(each) === placeOf(source))
  const what = `« ${twin?.id} » a la même place.`
  return twin ? findingAt(source, offsetAt(source, ['order']), what, 'Donnez à chacun la sienne.', false) : []
}

/** Warns of an event that is over: a wrong year, or a file that nobody needs any more. */
function pastExhibition(source: Source, today: string): Finding[] {
  const end: unknown = source.folder === 'exhibitions' ? source.document.get('end') : undefined
  if (typeof end !== 'string' || !/^\d{4}-/.test(end) || end >= today) return []
  const what = `cette exposition est finie depuis le ${end} et ne se lit plus.`
  return findingAt(source, offsetAt(source, ['end']), what, 'Regardez l’année ; plus tard, retirez le fichier.', false)
}
