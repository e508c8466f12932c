import type { Section } from '../model/schemas.ts'

/** State of the series: in production, available, or over after the last day of the campaign. */
export type SeriesState = 'made' | 'available' | 'over'

/**
 * Returns the state of the series on a day in Paris, AAAA-MM-JJ.
 * @param facts with fin_de_campagne and etat_serie
 */
export function seriesStateOn(day: string, facts: Readonly<Record<string, string>>): SeriesState {
  if (day > (facts.fin_de_campagne ?? '')) return 'over'
  return facts.etat_serie === 'disponible' ? 'available' : 'made'
}

/**
 * Removes items and actions marked `serie` unless the series is in production, and those marked `attente` once it
 * is available, because the waiting list is then closed.
 */
export function sectionIn(state: SeriesState, section: Section): Section {
  const holds = ({ serie, attente }: { serie?: boolean | undefined; attente?: boolean | undefined }) =>
    !(serie && state !== 'made') && !(attente && state === 'available')
  return { ...section, items: section.items?.filter(holds), actions: section.actions?.filter(holds) }
}
