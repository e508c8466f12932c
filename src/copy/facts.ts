import companyYaml from '../content/company.yaml?raw'
import factsYaml from '../content/facts.yaml?raw'
import { MAJORITY, YOUNGEST_AMBASSADOR } from '../forms/age.ts'
import {
  CONFIRM_DAYS,
  MAIL_TRACE_DAYS,
  PRESENCE_MEMORY_S,
  SESSION_IDLE_MIN,
  SESSION_MAX_H,
  UNSUBSCRIBED_DAYS,
} from '../timings.ts'
import { missingIn, parseFacts } from './parse-facts.ts'
import { typographic } from './typography.ts'

/** The identity of the house, by the names of company.yaml; '' where it is still to be filled in. */
export const company = parseFacts(companyYaml, 'src/content/company.yaml')

/** Figures that the program itself applies, so that the texts cannot say something else. */
const applied = {
  age_minimum: `${YOUNGEST_AMBASSADOR} ans`,
  age_accord: `${MAJORITY - 1} ans`,
  compteur_inactivite: `${SESSION_IDLE_MIN} minutes`,
  compteur_duree_max: `${SESSION_MAX_H} heures`,
  compteur_memoire: `${PRESENCE_MEMORY_S} secondes`,
  lien_confirmation: `${CONFIRM_DAYS} jours`,
  effacement_desinscription: `${UNSUBSCRIBED_DAYS} jours`,
  trace_emails: `${MAIL_TRACE_DAYS} jours`,
}

/** Every figure of the house, by the names of facts.yaml. */
export const facts = { ...parseFacts(factsYaml, 'src/content/facts.yaml'), ...applied }

/** Names of company.yaml that are empty or hold an example. */
export const missing = missingIn(company)

const VAT: Record<string, string> = {
  assujetti: 'Ils s’entendent toutes taxes comprises.',
  franchise: 'Prix nets – TVA non applicable, art. 293 B du CGI.',
}

/** Every name that a text may call between double braces, and its value. */
export const values: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({ ...company, ...facts, prix_tva: VAT[company.regime_tva ?? ''] ?? '' }).map(([name, value]) => [
    name,
    /[@/]/.test(value) ? value : typographic(value),
  ]),
)

/** True while a value is empty or an example: it is shown with the mark «à compléter». */
export function isToFill(name: string): boolean {
  return missing.includes(name) || (name === 'prix_tva' && values.prix_tva === '')
}
