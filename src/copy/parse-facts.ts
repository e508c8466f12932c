import { parse, YAMLParseError } from 'yaml'
import { isVatRegime } from './values.ts'

/** What a public site may not be without, and how it is called (LCEN art. 1-1 and 19; Code de la consommation L. 612-1). */
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
}
/** Facts that a house may rightly not have: a sole trader has no capital, a host may also store the data. */
const OPTIONAL = ['capital', 'tva_intracommunautaire', 'stockage_donnees']

/** True for a fact that a house may rightly leave empty. */
export function isOptional(name: string): boolean {
  return OPTIONAL.includes(name)
}

/**
 * Reads a flat YAML file of names and texts; a value is what is written, so that 01 23 keeps its zero and +33 its plus.
 * @throws when the file is not such a list; the message names the file and the entry
 */
export function parseFacts(yaml: string, file: string): Record<string, string> {
  const read = readYaml(yaml, file)
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    throw new Error(`${file} : écrivez une liste « nom: valeur ».`)
  return Object.fromEntries(
    Object.entries(read).map(([name, value]) => {
      if (typeof value === 'object' && value !== null)
        throw new Error(`${file} : « ${name} » doit être un texte sur une ligne.`)
      return [name, /^(~|null)?$/i.test(String(value)) ? '' : String(value).trim()]
    }),
  )
}

function readYaml(yaml: string, file: string): unknown {
  try {
    return parse(yaml, { schema: 'failsafe' })
  } catch (error) {
    const line = error instanceof YAMLParseError ? error.linePos?.[0].line : undefined
    throw new Error(`${file}:${line ?? 1} : cette ligne ne se lit pas. Regardez guillemets, deux-points et retrait.`)
  }
}

/**
 * Names that are empty, hold an example address or name no VAT regime, and that the law or the site needs; the VAT
 * number as soon as the house is registered for it (LCEN, art. 19).
 */
export function missingIn(company: Readonly<Record<string, string>>): string[] {
  const needed = (name: string) =>
    !isOptional(name) || (name === 'tva_intracommunautaire' && company.regime_tva === 'assujetti')
  const unknown = (name: string, value: string) =>
    value === '' || /\.example$/.test(value) || (name === 'regime_tva' && !isVatRegime(value))
  const names = new Set([...Object.keys(company), ...Object.keys(NEEDED)])
  return [...names].filter((name) => needed(name) && unknown(name, company[name] ?? ''))
}
