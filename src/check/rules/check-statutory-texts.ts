import { hash } from 'node:crypto'
import { type Finding, findingAt } from '../finding.ts'
import type { Source } from '../reading/sources.ts'

/** The sentence that must be in two texts. */
const ONLINE = {
  pattern: /^Vous pouvez également exercer .*$/m,
  name: 'la phrase sur la rétractation en ligne (annexe à l’article R. 221-3)',
  fingerprint: '74556af701f78ef7',
}
/** Texts prescribed by law word for word, without their surroundings; fingerprint: the start of its SHA-256. */
const STATUTORY = [
  {
    file: 'terms',
    pattern: /(?<=<div class="statutory-box"[^>]*>)[\s\S]*?(?=<\/div>)/,
    name: 'l’encadré des garanties (annexe à l’article D. 211-2)',
    fingerprint: '67b21b038fc1a84e',
  },
  {
    file: '_formulaire-retractation',
    pattern: /(?<=<div class="model-form">)[\s\S]*?(?=<\/div>)/,
    name: 'le modèle de formulaire (annexe à l’article R. 221-1)',
    fingerprint: '0f273c1e30255ea1',
  },
  { file: 'terms', ...ONLINE },
  { file: 'returns', ...ONLINE },
]

/**
 * Anchors of the sections, and names of the facts and blocks, that each legal text must contain (LCEN, art. 1-1; code de
 * la consommation, L. 221-5 and L. 616-1; RGPD, art. 13).
 */
const NEEDED: Readonly<Record<string, string>> = {
  terms:
    '#mentions-legales #objet #acceptation #commandes #prix-et-paiement #livraison #retractation #garanties ' +
    '#garantie-commerciale #propriete-intellectuelle #donnees-personnelles #responsabilite #droit-applicable #mediation ' +
    '#contact raison_sociale forme_juridique adresse siren immatriculation telephone email directeur_publication ' +
    'hebergeur_nom hebergeur_adresse hebergeur_telephone mediateur_nom mediateur_adresse mediateur_site prix_tva ' +
    'delai_retractation garantie_legale',
  privacy:
    '#responsable #donnees-collectees #finalites #bases-legales #destinataires #durees #vos-droits #securite #cookies ' +
    '#modifications #contact raison_sociale adresse email tableau_traitements tableau_champs reponse_droits',
  cookies:
    '#definition #traceurs-utilises #durees #gerer-vos-choix #tiers #mise-a-jour tableau_traceurs compteur_interrupteur',
  returns:
    '#retractation #retour-commercial #articles-personnalises #frais #remboursement #echanges #formulaire ' +
    'delai_retractation plafond_remboursement formulaire_retractation',
  shipping: '#fabrication #expedition #frais #date-qui-nous-engage #colis-abime',
}

/** Finds prescribed texts that were changed, and what is missing of the sections, facts and blocks that the law wants. */
export function checkStatutoryTexts(source: Source): Finding[] {
  if (source.folder !== 'legal') return []
  const prescribed = STATUTORY.filter(({ file }) => file === source.id)
  return [...prescribed.flatMap((each) => changed(source, each)), ...missing(source)]
}

function changed(source: Source, { pattern, name, fingerprint }: (typeof STATUTORY)[number]): Finding[] {
  const found = pattern.exec(source.text)
  // Runs of white space count as one space.
  const words = found?.[0].replace(/\s+/g, ' ').trim() ?? ''
  if (hash('sha256', words, 'hex').startsWith(fingerprint)) return []
  return findingAt(
    source,
    found?.index ?? 0,
    `${name} n’est plus le texte relevé.`,
    'La loi l’impose mot pour mot : remettez-le. Si Légifrance vous donne raison, faites enregistrer le nouveau texte dans src/check/rules/check-statutory-texts.ts.',
  )
}

function missing(source: Source): Finding[] {
  const written = [...source.text.matchAll(/\{(#[\w-]+)\}|\{\{\s*([\w-]+)\s*\}\}/g)].map(
    ([, anchor, name]) => anchor ?? name,
  )
  const needed = NEEDED[source.id]?.split(' ') ?? []
  return needed
    .filter((name) => !written.includes(name))
    .flatMap((name) => {
      const [sign, mend] = name.startsWith('#')
        ? [`{${name}}`, 'Remettez cette section, ou rendez l’ancre à son titre.']
        : [`{{ ${name} }}`, 'Remettez-le.']
      return findingAt(source, source.bodyAt ?? 0, `ce texte n’a plus « ${sign} », que la loi attend.`, mend)
    })
}
