import { MAJORITY, YOUNGEST_AMBASSADOR } from '../forms/age.ts'
import {
  CONFIRM_DAYS,
  MAIL_TRACE_DAYS,
  PRESENCE_MEMORY_S,
  SESSION_IDLE_MIN,
  SESSION_MAX_H,
  UNSUBSCRIBED_DAYS,
} from '../timings.ts'
import { typographic } from './typography.ts'

/** Durations and ages that the code applies; texts call them by name, so that they always state what happens. */
export const applied: Readonly<Record<string, string>> = {
  age_minimum: `${YOUNGEST_AMBASSADOR} ans`,
  age_accord: `${MAJORITY - 1} ans`,
  compteur_inactivite: `${SESSION_IDLE_MIN} minutes`,
  compteur_duree_max: `${SESSION_MAX_H} heures`,
  compteur_memoire: `${PRESENCE_MEMORY_S} secondes`,
  lien_confirmation: `${CONFIRM_DAYS} jours`,
  effacement_desinscription: `${UNSUBSCRIBED_DAYS} jours`,
  trace_emails: `${MAIL_TRACE_DAYS} jours`,
}

/** The sentence about taxes for each VAT regime that company.yaml may name. */
export const VAT: Readonly<Record<string, string>> = {
  assujetti: 'Ils s’entendent toutes taxes comprises.',
  franchise: 'Prix nets – TVA non applicable, art. 293 B du CGI.',
}

/** True for a VAT regime that company.yaml may name. */
export function isVatRegime(name: string): boolean {
  return Object.hasOwn(VAT, name)
}

/** Every name that a text may call between double braces, and its value; '' where it is still to be filled in. */
export function valuesOf(company: Record<string, string>, facts: Record<string, string>): Record<string, string> {
  const written = { ...company, ...facts, ...applied, prix_tva: VAT[company.regime_tva ?? ''] ?? '' }
  return Object.fromEntries(
    Object.entries(written).map(([name, value]) => [name, /[@/]/.test(value) ? value : typographic(value)]),
  )
}
