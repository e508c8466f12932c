import { isDay, isEmail, isTelephone, isWebAddress } from '../../forms/fields.ts'
import { longestDays, parseDuration } from './duration.ts'
import { isFrenchVat, isIban, isSiren } from './identifiers.ts'
import { parseClosures } from './opening.ts'
import { isVatRegime, VAT } from './vat.ts'

/** Kind of a fact: its French name in findings, an example, and the test for its values. */
interface FactKind {
  called: string
  example: string
  is(value: string): boolean
  /** Converts a value to a number, to compare values of the same kind. */
  size?(value: string): number
  /** Smallest and largest plausible value, as written. */
  between?: readonly [least: string, most: string]
}

const matches = (pattern: RegExp) => (value: string) => pattern.test(value.replace(/[\u00A0\u202F]/g, ' '))
const TIME = '(?:[01]?\\d|2[0-3]) h(?: [0-5]\\d)?'
const AMOUNT = '\\d{1,3}(?: ?\\d{3})*(?:,\\d{1,2})?'
/** Parses the first number of a value: 1500.5 of «1 500,50 €». */
const numberIn = (value: string) =>
  Number(
    /\d[\d \u00A0\u202F]*(?:,\d+)?/
      .exec(value)?.[0]
      .replace(/[ \u00A0\u202F]/g, '')
      .replace(',', '.'),
  )
const MEASURE = /^\W*\d[\d\s.,]*(?:€|euros?|%|k?g|kilos?|grammes?|[cm]?m|h|jours?|semaines?|mois|ans?)?\.?$/i

const KINDS = {
  duration: {
    called: 'une durée avec son unité',
    example: '14 jours, 7 à 10 jours ouvrés, 2 ans',
    is: (value) => parseDuration(value) !== undefined,
    size(value) {
      const duration = parseDuration(value)
      return duration ? longestDays(duration) : Number.NaN
    },
    between: ['1 seconde', '100 ans'],
  },
  money: {
    called: 'un montant en euros',
    example: '15 €',
    is: matches(new RegExp(`^${AMOUNT} €$`)),
    size: numberIn,
    between: ['1 €', '100 000 000 €'],
  },
  weight: {
    called: 'un poids',
    example: '310 g',
    is: matches(/^\d+(?:,\d+)? k?g$/),
    size: (value) => numberIn(value) * (value.endsWith('kg') ? 1000 : 1),
    between: ['1 g', '10 kg'],
  },
  percentage: {
    called: 'une part en pour cent',
    example: '100 %',
    is: matches(/^(?:100|\d{1,2}(?:,\d+)?) %$/),
    size: numberIn,
    between: ['1 %', '100 %'],
  },
  date: { called: 'une date', example: '2027-03-31', is: isDay },
  year: { called: 'une année', example: '1985', is: matches(/^\d{4}$/), size: Number, between: ['1700', '2100'] },
  count: {
    called: 'un nombre entier',
    example: '100',
    is: matches(/^\d+$/),
    size: Number,
    between: ['1', '100000'],
  },
  audience: { called: 'un nombre de vues', example: '+100K', is: matches(/^\+\d+[KM]$/) },
  hours: {
    called: 'un horaire',
    example: '9 h 00 – 18 h 00 ou fermé',
    is: matches(new RegExp(`^(?:fermé|${TIME} – ${TIME})$`)),
  },
  closures: {
    called: 'une liste de fermetures',
    example: '2026-12-24 – 2027-01-02, congés de fin d’année, une par ligne',
    is: (value) => parseClosures(value) !== undefined,
  },
  pixels: {
    called: 'une largeur en pixels',
    example: '320 pixels',
    is: matches(/^\d+ pixels$/),
    size: numberIn,
    between: ['200 pixels', '10 000 pixels'],
  },
  words: { called: 'un nom en mots', example: 'Sellerie de l’Exemple', is: isInWords },
  account: {
    called: 'l’adresse d’un compte',
    example: 'https://www.instagram.com/exemple',
    is: (value) => /^https:/.test(value) && isWebAddress(value),
  },
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
  iban: { called: 'un IBAN avec sa clé', example: 'FR14 2004 1010 0505 0001 3M02 606', is: isIban },
  vat: { called: 'un numéro de TVA français avec sa clé', example: 'FR44 732 829 320', is: isFrenchVat },
  seriesState: {
    called: 'un état de la série',
    example: 'en fabrication ou disponible',
    is: matches(/^(?:en fabrication|disponible)$/),
  },
  vatRegime: { called: 'un régime connu', example: Object.keys(VAT).join(' ou '), is: isVatRegime },
} as const satisfies Record<string, FactKind>

/** Rule of a fact, in addition to that of its kind. */
interface DeclaredRule {
  kind: keyof typeof KINDS
  /** Minimum and maximum duration that the source allows, in calendar days or longer units. */
  atLeast?: string
  atMost?: string
  /** Source of the limit. */
  source?: string
  /** Unit in which the program computes with a duration; the fact must use it, in digits and without working days. */
  counted?: 'hours' | 'days'
  /** Plausible range, if it is narrower than that of the kind. */
  between?: readonly [least: string, most: string]
}

/** Example of a duration in each unit in which the program computes. */
const COUNTED = { hours: '24 à 48 h', days: '14 jours' } as const

/** Rules of facts by name; `source` states where each limit comes from. */
const RULES: Readonly<Record<string, DeclaredRule>> = {
  depuis: { kind: 'year' },
  fait_main: { kind: 'percentage' },
  respirabilite: { kind: 'percentage' },
  visibilite_mensuelle: { kind: 'audience' },
  tapis_en_production: { kind: 'count' },
  tapis_termines: { kind: 'count' },
  tapis_reserves: { kind: 'count' },
  fin_de_campagne: { kind: 'date' },
  serie_prete: { kind: 'date' },
  fermetures: { kind: 'closures' },
  etat_serie: { kind: 'seriesState' },
  franco_france: { kind: 'money', between: ['1 €', '10 000 €'] },
  capital: { kind: 'money' },
  nom: { kind: 'words' },
  raison_sociale: { kind: 'words' },
  forme_juridique: { kind: 'words' },
  ville: { kind: 'words' },
  directeur_publication: { kind: 'words' },
  instagram: { kind: 'account' },
  facebook: { kind: 'account' },
  tiktok: { kind: 'account' },
  delai_reponse: { kind: 'duration', counted: 'hours' },
  delai_retour: { kind: 'duration', counted: 'days' },
  delai_retractation: {
    kind: 'duration',
    counted: 'days',
    atLeast: '14 jours',
    source: 'code de la consommation, L. 221-18',
  },
  delai_renvoi: { kind: 'duration', atLeast: '14 jours', source: 'code de la consommation, L. 221-23' },
  plafond_remboursement: {
    kind: 'duration',
    counted: 'days',
    atMost: '14 jours',
    source: 'code de la consommation, L. 221-24',
  },
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
  largeur_maximale: { kind: 'pixels' },
  regime_tva: { kind: 'vatRegime' },
  siren: { kind: 'siren' },
  iban: { kind: 'iban' },
  tva_intracommunautaire: { kind: 'vat' },
  mediateur_site: { kind: 'website' },
}

/** Rules of facts by a pattern of their names, which also apply to facts added later. */
const NAMED: readonly [RegExp, DeclaredRule][] = [
  [/^delai_fabrication/, { kind: 'duration', between: ['2 jours', '2 ans'] }],
  [/^(?:delai|expedition|garantie|traceurs|conservation)_/, { kind: 'duration' }],
  [/^frais_/, { kind: 'money', between: ['1 €', '500 €'] }],
  [/^prix_/, { kind: 'money', between: ['1 €', '100 000 €'] }],
  [/^poids_/, { kind: 'weight' }],
  [/^horaires_/, { kind: 'hours' }],
  [/(?:^|_)adresse$/, { kind: 'address' }],
  [/(?:^|_)telephone$/, { kind: 'telephone' }],
  [/_nom$/, { kind: 'words' }],
  [/^email(?:_|$)/, { kind: 'email' }],
]

export type FactRule = FactKind & DeclaredRule

/** Returns the rule of a fact merged with its kind; undefined if the fact may be any text. */
export function ruleOf(name: string): FactRule | undefined {
  const rule = Object.hasOwn(RULES, name) ? RULES[name] : NAMED.find(([pattern]) => pattern.test(name))?.[1]
  return rule && { ...KINDS[rule.kind], ...rule, ...(rule.counted && { example: COUNTED[rule.counted] }) }
}

/** Returns the plausible range, as written, if the value is outside of it; otherwise undefined. */
export function outOfBounds({ size, between, atLeast, atMost }: FactRule, value: string) {
  if (!size || !between) return undefined
  const bounds = [atLeast ?? between[0], atMost ?? between[1]] as const
  const [least, most] = [size(bounds[0]), size(bounds[1])]
  return size(value) < least || size(value) > most ? bounds : undefined
}

/** True for a text with two adjacent letters that is not only an amount, weight, duration or e-mail address. */
export function isInWords(value: string): boolean {
  return /\p{L}{2}/u.test(value) && !MEASURE.test(value) && !isEmail(value)
}
