import * as timings from '../../browser/timings.ts'
import { MAJORITY, YOUNGEST_AMBASSADOR } from '../../forms/calendar.ts'
import { typographic } from '../markdown/typography.ts'
import { type Counts, derivedFrom } from './derived.ts'
import { spelt } from './duration.ts'
import { VAT } from './vat.ts'

/** Durations, ages and days that the code applies. Texts state them by placeholders, so that they match the code. */
const applied: Readonly<Record<string, string>> = {
  age_minimum: `${YOUNGEST_AMBASSADOR} ans`,
  ages_avec_accord: `${YOUNGEST_AMBASSADOR} à ${MAJORITY - 1} ans`,
  // See `answerBy`.
  hors_jours_fermes: 'hors dimanches, jours fériés et congés',
  compteur_inactivite: `${timings.SESSION_IDLE_MIN} minutes`,
  compteur_duree_max: `${timings.SESSION_MAX_H} heures`,
  compteur_memoire: `${timings.PRESENCE_MEMORY_S} secondes`,
  compteur_refus: `${timings.REFUSAL_MONTHS} mois`,
  relecture_envoi: `${timings.RECEIPT_MIN} minutes`,
  lien_confirmation: `${timings.CONFIRM_DAYS} jours`,
  effacement_desinscription: `${timings.UNSUBSCRIBED_DAYS} jours`,
  lien_bureau: `${timings.DESK_LINK_MIN} minutes`,
  session_bureau: `${timings.DESK_SESSION_DAYS} jours`,
  reponse_bureau: `${timings.DRAFT_DAYS} jours`,
  trace_emails: `${timings.MAIL_TRACE_DAYS} jours`,
}

/**
 * Returns the value of every placeholder; '' for a value that is still missing.
 * @param counts number of entries in each collection that texts count
 */
export function valuesOf(
  company: Readonly<Record<string, string>>,
  facts: Readonly<Record<string, string>>,
  counts: Counts,
): Record<string, string> {
  // Known to one prepared reply alone (`filledInReply`), so that no page can call it.
  const { iban: _, ...identity } = company
  const written = { ...identity, ...facts, ...derivedFrom(facts, counts), ...applied }
  const all = { ...written, prix_tva: VAT[company.regime_tva ?? ''] ?? '' }
  return Object.fromEntries(
    Object.entries(all).map(([name, value]) => [name, /[@/]/.test(value) ? value : typographic(spelt(value))]),
  )
}
