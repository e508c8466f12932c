import { counted } from '../counted.ts'
import type { VisitFigures } from '../visits/read-visits.ts'

/** Summarizes the visits of a week in French; distinguishes no visitors from visitors who send nothing. */
export function visitsSummary({ visits, visitsBefore, sent }: VisitFigures): string {
  const forms = [...sent.values()].reduce((sum, count) => sum + count, 0)
  const before = visitsBefore > 0 ? ` (${visitsBefore} les sept jours d’avant)` : ''
  if (visits === 0) return `Personne n’est venu sur le site depuis sept jours${before}.`
  const came = `${counted(visits, 'visite', 'visites')} en sept jours${before}`
  if (forms === 0) return `${came} : on vient, et personne n’a écrit.`
  return `${came} : ${counted(forms, 'formulaire envoyé', 'formulaires envoyés')}.`
}
