import { isDay } from '../../forms/fields.ts'
import type { Sentences } from '../finding.ts'

const MONTHS = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' ')

/** Returns the finding for a well-formed day that does not exist, such as 2026-06-31; otherwise undefined. */
export function dayThatIsNone(text: string): Sentences | undefined {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  if (year === '' || isDay(text)) return undefined
  const name = MONTHS[Number(month) - 1]
  if (!name) return [`il n’y a pas de mois ${month}.`, 'Écrivez l’année, le mois de 01 à 12, puis le jour.']
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  return [`le ${Number(day)} ${name} ${year} n’existe pas.`, `Écrivez ${year}-${month}-${last} au plus tard.`]
}

/**
 * Returns the finding for a day implausibly far in the future; otherwise undefined.
 * @param today AAAA-MM-JJ
 * @param years how far ahead the day may be; 0 for a past event
 */
export function tooFar(day: string, today: string, years: number): Sentences | undefined {
  const last = `${Number(today.slice(0, 4)) + years}${today.slice(4)}`
  if (!isDay(day) || day <= last) return undefined
  const mend = years === 0 ? `Écrivez ${today} au plus tard.` : `Écrivez un jour d’ici au ${last}.`
  return [`le ${day} est ${years === 0 ? 'à venir' : 'trop loin'}.`, mend]
}
