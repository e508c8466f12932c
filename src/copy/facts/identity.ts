import { isVatRegime } from './vat.ts'

/**
 * Facts that a public site must state, with their French names in findings (LCEN art. 1-1 and 19; Code de la
 * consommation L. 612-1).
 */
export const NEEDED: Readonly<Record<string, string>> = {
  nom: 'le nom commercial',
  raison_sociale: 'la raison sociale, ou le nom suivi de « EI »',
  forme_juridique: 'la forme juridique',
  adresse: 'l’adresse complète du siège',
  ville: 'la ville',
  siren: 'le numéro SIREN',
  immatriculation: 'l’immatriculation (RCS et ville, ou registre national des entreprises)',
  tva_intracommunautaire: 'le numéro de TVA, dû par une maison assujettie',
  regime_tva: 'le régime de TVA',
  directeur_publication: 'le nom de qui dirige la publication',
  telephone: 'le téléphone',
  email: 'l’adresse e-mail',
  email_professionnels: 'l’adresse e-mail des professionnels',
  hebergeur_nom: 'le nom de l’hébergeur',
  hebergeur_adresse: 'l’adresse de l’hébergeur',
  hebergeur_telephone: 'le téléphone de l’hébergeur',
  messagerie_nom: 'le prestataire de la messagerie',
  mediateur_nom: 'le nom du médiateur',
  mediateur_adresse: 'l’adresse du médiateur',
  mediateur_site: 'le site du médiateur',
  avis_harmonise: 'l’avis harmonisé européen sur la garantie : le visuel officiel, posé dans public/',
}
/** Facts that may stay empty: a sole trader has no capital, the host may also store the data, accounts are optional. */
const OPTIONAL = ['capital', 'iban', 'tva_intracommunautaire', 'stockage_donnees', 'instagram', 'facebook', 'tiktok']

/** Social networks, by the name in company.yaml. */
const NETWORKS = { instagram: 'Instagram', facebook: 'Facebook', tiktok: 'TikTok' } as const

/** Returns the accounts of the company whose address company.yaml contains. */
export function accountsOf(company: Readonly<Record<string, string>>): { label: string; href: string }[] {
  return Object.entries(NETWORKS).flatMap(([name, label]) => {
    const href = company[name] ?? ''
    return href.startsWith('https://') ? { label, href } : []
  })
}

/** True for a fact that may stay empty. */
export function isOptional(name: string): boolean {
  return OPTIONAL.includes(name)
}

/**
 * Returns the required names that are empty or contain an example address or an unknown VAT regime. The VAT number
 * is required only if the company is registered for VAT (LCEN, art. 19).
 */
export function missingIn(company: Readonly<Record<string, string>>): string[] {
  const needed = (name: string) =>
    !isOptional(name) || (name === 'tva_intracommunautaire' && company.regime_tva === 'assujetti')
  const unknown = (name: string, value: string) =>
    value === '' || /\.example$/.test(value) || (name === 'regime_tva' && !isVatRegime(value))
  const names = new Set([...Object.keys(company), ...Object.keys(NEEDED)])
  return [...names].filter((name) => needed(name) && unknown(name, company[name] ?? ''))
}
