import type { Section } from '../content.schemas.ts'

/** Where the series stands: being made, ready to be ordered, or past its campaign's last day. */
export type SeriesState = 'made' | 'available' | 'over'

/** Where the series stands on a day in Paris, AAAA-MM-JJ. @param facts of the house: fin_de_campagne and etat_serie are read */
export function seriesStateOn(day: string, facts: Readonly<Record<string, string>>): SeriesState {
  if (day > (facts.fin_de_campagne ?? '')) return 'over'
  return facts.etat_serie === 'disponible' ? 'available' : 'made'
}

/** A section without what it says of a series that is no longer being made, and of a waiting list that is closed. */
export function sectionIn(state: SeriesState, section: Section): Section {
  const holds = ({ serie, attente }: { serie?: boolean | undefined; attente?: boolean | undefined }) =>
    !(serie && state !== 'made') && !(attente && state === 'available')
  return { ...section, items: section.items?.filter(holds), actions: section.actions?.filter(holds) }
}
