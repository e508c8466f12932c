import { missingIn, parseFacts } from '../copy/parse-facts.ts'
import type { Finding } from './finding.ts'

/** What a public site may not be without (LCEN art. 1-1 and 19; Code de la consommation L. 612-1). */
const NAMED: Record<string, string> = {
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

/**
 * The facts of company.yaml without which no public site is built.
 * @param yaml text of company.yaml
 * @param file its path, as findings name it
 */
export function blockingIn(yaml: string, file: string): Finding[] {
  const company = parseFacts(yaml, file)
  const lines = yaml.split('\n')
  return missingIn(company).map((name) => ({
    file,
    line: lines.findIndex((text) => text.startsWith(`${name}:`)) + 1,
    what:
      company[name] === ''
        ? `il manque ${NAMED[name] ?? `« ${name} »`}.`
        : `${NAMED[name] ?? `« ${name} »`} est un exemple (${company[name]}).`,
    mend: `Écrivez « ${name}: … ».`,
    breaks: true,
  }))
}
