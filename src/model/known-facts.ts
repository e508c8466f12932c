import { parseDuration } from '../copy/facts/duration.ts'
import { isIban } from '../copy/facts/iban.ts'
import { parseClosures, parseHours } from '../copy/facts/opening.ts'
import { VAT } from '../copy/facts/vat.ts'
import { isDay, isEmail, isTelephone, isWebAddress } from '../forms/formats.ts'

/** Kind of a fact: its French name in findings, an example, and the test for its values. */
interface Kind {
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
  inHours: {
    called: 'un délai en heures',
    example: '24 à 48 h',
    is: (value) => ['h', 'heure'].includes(parseDuration(value)?.unit ?? ''),
  },
  inDays: {
    called: 'un délai en jours de calendrier',
    example: '14 jours',
    is: (value) => /jours?$/.test(value) && parseDuration(value) !== undefined,
  },
  money: { called: 'un montant en euros', example: '15 €', is: matches(new RegExp(`^${AMOUNT} ?€$`)) },
  weight: { called: 'un poids', example: '310 g', is: matches(/^\d+(?:,\d+)? k?g$/) },
  date: { called: 'une date', example: '2027-03-31', is: isDay },
  count: { called: 'un nombre entier', example: '100', is: matches(/^\d+$/) },
  hours: {
    called: 'un horaire, l’ouverture d’abord',
    example: '9 h 00 – 18 h 00, ou fermé',
    is: (value) => value === 'fermé' || parseHours(value) !== undefined,
  },
  closures: {
    called: 'une fermeture (des jours qui existent, le premier d’abord)',
    example: '2026-12-24 – 2027-01-02, congés de fin d’année ; une par ligne',
    is: (value) => parseClosures(value) !== undefined,
  },
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
  siren: { called: 'un numéro SIREN, neuf chiffres', example: '732 829 320', is: matches(/^\d{3} ?\d{3} ?\d{3}$/) },
  iban: { called: 'un IBAN avec sa clé', example: 'FR14 2004 1010 0505 0001 3M02 606', is: isIban },
  vat: {
    called: 'un numéro de TVA français',
    example: 'FR44 732 829 320',
    is: matches(/^FR ?\d{2} ?\d{3} ?\d{3} ?\d{3}$/),
  },
  seriesState: {
    called: 'un état de la série',
    example: 'en fabrication, ou disponible',
    is: matches(/^(?:en fabrication|disponible)$/),
  },
  vatRegime: {
    called: 'un régime connu',
    example: Object.keys(VAT).join(' ou '),
    is: (value) => Object.hasOwn(VAT, value),
  },
  text: { called: 'un texte', example: 'quelques mots', is: () => true },
} as const satisfies Record<string, Kind>

/** A fact of company.yaml or facts.yaml, as declared. */
interface Declared {
  /** What it is, in French and with its article, for findings and editors. */
  says: string
  kind: keyof typeof KINDS
  /** Example, if that of its kind would mislead. */
  example?: string
  /** True if its line may be missing, or empty in company.yaml. */
  optional?: boolean
  /** Minimum and maximum duration that the source allows, in calendar days or longer units. */
  atLeast?: string
  atMost?: string
  /** Where the limit comes from. */
  source?: string
}
export type Fact = Kind & Omit<Declared, 'kind'>

const fact = (kind: Declared['kind'], says: string, more: Omit<Declared, 'kind' | 'says'> = {}): Fact => ({
  ...KINDS[kind],
  example: more.atLeast ?? more.atMost ?? KINDS[kind].example,
  says,
  ...more,
})
const optional = true

/**
 * The facts of company.yaml. A public site must state all that are not optional (LCEN art. 1-1 and 19; Code de la
 * consommation L. 612-1).
 */
export const COMPANY: Readonly<Record<string, Fact>> = {
  nom: fact('text', 'le nom commercial', { example: 'Hera' }),
  raison_sociale: fact('text', 'la raison sociale, ou le nom suivi de « EI »', { example: 'Camille Exemple EI' }),
  forme_juridique: fact('text', 'la forme juridique', { example: 'SARL' }),
  capital: fact('money', 'le capital d’une société', { optional, example: '8 000 €' }),
  adresse: fact('address', 'l’adresse du siège'),
  ville: fact('text', 'la ville', { example: 'Paris, France' }),
  siren: fact('siren', 'le numéro SIREN'),
  immatriculation: fact('text', 'l’immatriculation (RCS et ville, ou registre national des entreprises)', {
    example: 'RCS Paris 732 829 320',
  }),
  // Required only of a company registered for VAT (LCEN, art. 19): see missingIn.
  tva_intracommunautaire: fact('vat', 'le numéro de TVA, dû par une maison assujettie', { optional }),
  regime_tva: fact('vatRegime', 'le régime de TVA'),
  directeur_publication: fact('text', 'le nom de qui dirige la publication', { example: 'Camille Exemple' }),
  telephone: fact('telephone', 'le téléphone'),
  email: fact('email', 'l’adresse e-mail'),
  email_professionnels: fact('email', 'l’adresse e-mail des professionnels'),
  iban: fact('iban', 'l’IBAN, que seule la réponse préparée « Confirmation » écrit', { optional }),
  instagram: fact('account', 'le compte Instagram', { optional }),
  facebook: fact('account', 'le compte Facebook', { optional, example: 'https://www.facebook.com/exemple' }),
  tiktok: fact('account', 'le compte TikTok', { optional, example: 'https://www.tiktok.com/@exemple' }),
  hebergeur_nom: fact('text', 'le nom de l’hébergeur', { example: 'Hébergeur de l’Exemple SAS' }),
  hebergeur_adresse: fact('address', 'l’adresse de l’hébergeur'),
  hebergeur_telephone: fact('telephone', 'le téléphone de l’hébergeur'),
  stockage_donnees: fact('text', 'qui garde les données ou leurs copies, si ce n’est pas l’hébergeur', {
    optional,
    example: 'Coffre de l’Exemple, 75001 Paris',
  }),
  messagerie_nom: fact('text', 'le prestataire de la messagerie', { example: 'Messagerie de l’Exemple' }),
  mediateur_nom: fact('text', 'le nom du médiateur', { example: 'Médiateur de l’Exemple' }),
  mediateur_adresse: fact('address', 'l’adresse du médiateur'),
  mediateur_site: fact('website', 'le site du médiateur'),
  avis_harmonise: fact('text', 'l’avis harmonisé européen sur la garantie : le visuel officiel, posé dans public/', {
    example: '/avis-garantie.svg',
  }),
}

const CONSUMER = 'code de la consommation, '

/** The facts of facts.yaml that the program or the law knows; texts may call others too. */
export const FACTS: Readonly<Record<string, Fact>> = {
  tapis_en_production: fact('count', 'combien de tapis compte la série'),
  tapis_termines: fact('count', 'combien de tapis de la série sont terminés', { optional, example: '12' }),
  tapis_reserves: fact('count', 'combien sont réservés à une sellerie', { optional, example: '6' }),
  serie_prete: fact('date', 'le jour où la série sera prête', { optional }),
  fin_de_campagne: fact('date', 'le dernier jour où les pages annoncent la série'),
  etat_serie: fact('seriesState', 'où en est la série'),
  delai_fabrication: fact('duration', 'le délai de fabrication', {
    example: '4 à 6 semaines',
  }),
  delai_retractation: fact('inDays', 'le délai de rétractation', {
    atLeast: '14 jours',
    source: `${CONSUMER}L. 221-18`,
  }),
  delai_retour: fact('inDays', 'jusqu’à quand la maison reprend une pièce neuve'),
  plafond_remboursement: fact('inDays', 'le délai de remboursement que la loi fixe', {
    atMost: '14 jours',
    source: `${CONSUMER}L. 221-24`,
  }),
  delai_renvoi: fact('duration', 'le délai pour renvoyer la pièce après une rétractation', {
    atLeast: '14 jours',
    source: `${CONSUMER}L. 221-23`,
  }),
  remboursement_retard: fact('duration', 'sous combien de temps un retard est remboursé', {
    atMost: '14 jours',
    source: `${CONSUMER}L. 216-7`,
  }),
  livraison_sans_date: fact('duration', 'le délai de livraison quand le devis n’en dit pas', {
    atMost: '30 jours',
    source: `${CONSUMER}L. 216-1`,
  }),
  garantie_legale: fact('duration', 'la garantie légale de conformité', {
    atLeast: '2 ans',
    source: `${CONSUMER}L. 217-3`,
  }),
  delai_reponse: fact('inHours', 'sous combien d’heures la maison répond'),
  fermetures: fact('closures', 'les jours où la maison est fermée, avec leur motif', { optional }),
  conservation_commandes: fact('duration', 'combien de temps une commande est gardée', {
    atLeast: '10 ans',
    source: 'code de commerce, L. 123-22',
  }),
  reponse_droits: fact('duration', 'sous combien de temps la maison répond à qui exerce ses droits', {
    atMost: '1 mois',
    source: 'RGPD, article 12',
  }),
  prolongation_droits: fact('duration', 'de combien cette réponse peut être prolongée', {
    optional,
    atMost: '2 mois',
    source: 'RGPD, article 12',
  }),
  notification_cnil: fact('duration', 'sous combien de temps la CNIL est avertie d’une fuite', {
    optional,
    atMost: '72 heures',
    source: 'RGPD, article 33',
  }),
}

/** Facts by a pattern of their names, for those that are added later. */
const NAMED: readonly [RegExp, Fact][] = [
  [/^(?:delai|expedition|garantie|traceurs|conservation)_/, fact('duration', 'une durée')],
  [/^(?:frais|franco)_/, fact('money', 'des frais')],
  [/^prix_/, fact('money', 'un prix', { example: '280 €' })],
  [/^poids_/, fact('weight', 'un poids')],
  [/^horaires_/, fact('hours', 'des horaires')],
]

/** Returns the rule of a fact; undefined if it may be any text. */
export function ruleOf(name: string): Fact | undefined {
  for (const declared of [COMPANY, FACTS]) if (Object.hasOwn(declared, name)) return declared[name]
  return NAMED.find(([pattern]) => pattern.test(name))?.[1]
}
