import { COMPANY } from '../../model/known-facts.ts'

/** Social networks, by the name in company.yaml. */
const NETWORKS = { instagram: 'Instagram', facebook: 'Facebook', tiktok: 'TikTok' } as const

/** Returns the accounts of the company whose address company.yaml contains. */
export function accountsOf(company: Readonly<Record<string, string>>): { label: string; href: string }[] {
  return Object.entries(NETWORKS).flatMap(([name, label]) => {
    const href = company[name] ?? ''
    return href.startsWith('https://') ? { label, href } : []
  })
}

/** Returns the words in place of a missing fact, with its French name: «à compléter : téléphone». */
export function toFill(name: string): string {
  const says = COMPANY[name === 'prix_tva' ? 'regime_tva' : name]?.says ?? name.replaceAll('_', ' ')
  return `à compléter : ${says.replace(/^(?:l[ea] |l’)|(?:,| \(| :).*/g, '')}`
}

/** True for a fact that may stay empty. */
export function isOptional(name: string): boolean {
  return COMPANY[name]?.optional === true
}

/**
 * Returns the required names that are empty or contain an example address. The VAT number is required only if the company is registered for VAT (LCEN, art. 19).
 */
export function missingIn(company: Readonly<Record<string, string>>): string[] {
  const needed = (name: string) =>
    !isOptional(name) || (name === 'tva_intracommunautaire' && company.regime_tva === 'assujetti')
  const unknown = (value: string) => value === '' || value.endsWith('.example')
  const names = new Set([...Object.keys(company), ...Object.keys(COMPANY)])
  return [...names].filter((name) => needed(name) && unknown(company[name] ?? ''))
}
