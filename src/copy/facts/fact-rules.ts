import { isDay, isEmail, isTelephone, isWebAddress } from '../../forms/fields.ts'
import { parseDuration } from './duration.ts'
import { isFrenchVat, isSiren } from './identifiers.ts'
import { isVatRegime, VAT } from './vat.ts'

/** What kind of value a fact is: how a finding calls it, how one looks, and how it is told from others. */
interface FactKind {
  called: string
  example: string
  is(value: string): boolean
}

const matches = (pattern: RegExp) => (value: string) => pattern.test(value.replace(/[\u00A0\u202F]/g, ' '))
const AMOUNT = '\\d{1,3}(?: ?\\d{3})*(?:,\\d{1,2})?'

const KINDS = {
  duration: {
    called: 'une durée avec son unité',
    example: '14 jours, 7 à 10 jours ouvrés, 2 ans',
    is: (value) => parseDuration(value) !== undefined,
  },
  money: { called: 'un montant en euros', example: '15 €', is: matches(new RegExp(`^${AMOUNT} €$`)) },
  weight: { called: 'un poids', example: '310 g', is: matches(/^\d+(?:,\d+)? k?g$/) },
  percentage: { called: 'une part en pour cent', example: '100 %', is: matches(/^(?:100|\d{1,2}(?:,\d+)?) %$/) },
  date: { called: 'une date', example: '2027-03-31', is: isDay },
  year: { called: 'une année', example: '1985', is: matches(/^(?:19|20)\d{2}$/) },
  count: { called: 'un nombre entier', example: '100', is: matches(/^\d{1,3}(?: ?\d{3})*$/) },
  audience: { called: 'un nombre de vues', example: '+100K', is: matches(/^\+\d+[KM]$/) },
  hours: {
    called: 'un horaire',
    example: '9 h 00 – 18 h 00 ou fermé',
    is: matches(/^(?:fermé|\d{1,2} h(?: \d{2})? – \d{1,2} h(?: \d{2})?)$/),
  },
  pixels: { called: 'une largeur en pixels', example: '320 pixels', is: matches(/^\d+ pixels$/) },
  email: { called: 'une adresse e-mail complète', example: 'contact@maison.fr', is: isEmail },
  telephone: { called: 'un numéro de téléphone', example: '01 23 45 67 89', is: isTelephone },
  website: {
    called: 'une adresse de site',
    example: 'https://www.exemple.fr',
    is: (value) => isWebAddress(/^https?:/.test(value) ? value : `https://${value}`),
  },
  address: {
    called: 'une adresse avec rue, code postal et ville',
    example: '12 rue de l’Exemple, 75001 Paris',
    is: matches(/\p{L}.*\d{4,5}.*\p{L}/u),
  },
  siren: { called: 'un numéro SIREN, neuf chiffres avec leur clé', example: '732 829 320', is: isSiren },
  vat: { called: 'un numéro de TVA français avec sa clé', example: 'FR44 732 829 320', is: isFrenchVat },
  seriesState: {
    called: 'un état de la série',
    example: 'en fabrication ou disponible',
    is: matches(/^(?:en fabrication|disponible)$/),
  },
  vatRegime: { called: 'un régime connu', example: Object.keys(VAT).join(' ou '), is: isVatRegime },
} as const satisfies Record<string, FactKind>

/** What a fact has to be. */
export interface FactRule {
  kind: keyof typeof KINDS
  /** Shortest and longest duration that the source allows, in calendar days or longer units. */
  atLeast?: string
  atMost?: string
  /** Where the limit comes from. */
  source?: string
}

/** Facts by name; a limit is always that of its source. */
const RULES: Readonly<Record<string, FactRule>> = {
  depuis: { kind: 'year' },
  fait_main: { kind: 'percentage' },
  respirabilite: { kind: 'percentage' },
  visibilite_mensuelle: { kind: 'audience' },
  tapis_en_production: { kind: 'count' },
  fin_de_campagne: { kind: 'date' },
  etat_serie: { kind: 'seriesState' },
  franco_france: { kind: 'money' },
  capital: { kind: 'money' },
  delai_retractation: { kind: 'duration', atLeast: '14 jours', source: 'code de la consommation, L. 221-18' },
  delai_renvoi: { kind: 'duration', atLeast: '14 jours', source: 'code de la consommation, L. 221-23' },
  plafond_remboursement: { kind: 'duration', atMost: '14 jours', source: 'code de la consommation, L. 221-24' },
  remboursement_retard: { kind: 'duration', atMost: '14 jours', source: 'code de la consommation, L. 216-7' },
  livraison_sans_date: { kind: 'duration', atMost: '30 jours', source: 'code de la consommation, L. 216-1' },
  garantie_legale: { kind: 'duration', atLeast: '2 ans', source: 'code de la consommation, L. 217-3' },
  conservation_commandes: { kind: 'duration', atLeast: '10 ans', source: 'code de commerce, L. 123-22' },
  conservation_marketing: { kind: 'duration', atMost: '3 ans', source: 'référentiel de la CNIL sur la prospection' },
  conservation_navigation: { kind: 'duration', atMost: '13 mois', source: 'lignes directrices de la CNIL' },
  traceurs_performance_depot: { kind: 'duration', atMost: '13 mois', source: 'lignes directrices de la CNIL' },
  traceurs_performance: { kind: 'duration', atMost: '25 mois', source: 'lignes directrices de la CNIL' },
  reponse_droits: { kind: 'duration', atMost: '1 mois', source: 'RGPD, article 12' },
  prolongation_droits: { kind: 'duration', atMost: '2 mois', source: 'RGPD, article 12' },
  notification_cnil: { kind: 'duration', atMost: '72 heures', source: 'RGPD, article 33' },
  largeur_minimale: { kind: 'pixels' },
  regime_tva: { kind: 'vatRegime' },
  siren: { kind: 'siren' },
  tva_intracommunautaire: { kind: 'vat' },
  mediateur_site: { kind: 'website' },
}

/** Facts whose name says what they are, those that somebody adds one day included. */
const NAMED: readonly [RegExp, FactRule][] = [
  [/^(?:delai|expedition|garantie|traceurs|conservation)_/, { kind: 'duration' }],
  [/^(?:frais|prix)_/, { kind: 'money' }],
  [/^poids_/, { kind: 'weight' }],
  [/^horaires_/, { kind: 'hours' }],
  [/(?:^|_)adresse$/, { kind: 'address' }],
  [/(?:^|_)telephone$/, { kind: 'telephone' }],
  [/^email(?:_|$)/, { kind: 'email' }],
]

/** The rule of a fact; undefined for one that may be any text. */
export function ruleOf(name: string): FactRule | undefined {
  return Object.hasOwn(RULES, name) ? RULES[name] : NAMED.find(([pattern]) => pattern.test(name))?.[1]
}

/** What a rule asks for, in French, with an example. */
export function descriptionOf(rule: FactRule): string {
  const { called, example } = KINDS[rule.kind]
  const limit = rule.atLeast ? ` Au moins ${rule.atLeast}` : rule.atMost ? ` Au plus ${rule.atMost}` : ''
  const sentence = `${called.charAt(0).toUpperCase()}${called.slice(1)} : ${example}.`
  return limit ? `${sentence}${limit} (${rule.source}).` : sentence
}

/** True for a value of the kind that the rule names. */
export function isOfKind(rule: FactRule, value: string): boolean {
  return KINDS[rule.kind].is(value)
}

/** How findings call the kind of a rule, and how a value of it looks. */
export function kindOfFact(rule: FactRule): { called: string; example: string } {
  return KINDS[rule.kind]
}
