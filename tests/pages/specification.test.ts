import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { builtPage } from '../support/routes.ts'
import { fact, recordsOf } from '../support/shipped.ts'

/*
 * Texts that the specification requires, besides the labels in capitals (contract/pages). Figures come from facts.yaml
 * and counts from the folders, so that texts can be edited. Names and messages are French because a copywriter reads
 * them.
 */

const readTexts = (file: string) => parse(readFileSync(`src/content/${file}`, 'utf8'))

/** Returns the visible text of a built page, with normalized spaces and apostrophes. */
function textOf(path: string): string {
  return builtPage(path)
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#39;', '’')
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ')
    .replace(/(\d) (e|er|re) /g, '$1$2 ')
}

/** Names of the saddleries, or «Bientôt disponible» while there are none. */
const named = recordsOf('saddleries').map(({ name }) => name)
const SADDLERIES = named.length > 0 ? named : ['Bientôt disponible']
const MODELS = recordsOf('models').map(({ name }) => name)
/** What both pages for saddleries say. */
const PARTNERS = [
  ...SADDLERIES,
  ...['Couverture nationale', 'Sélection rigoureuse', 'Conseil d’experts', 'Paris, France'],
  ...[fact('visibilite_mensuelle'), `${fact('tapis_en_production')} tapis`],
]
const TESTIMONIALS = recordsOf('testimonials')
const EXAMPLES = TESTIMONIALS.filter(({ example }) => example)

/** Texts required by the specification (§2, §8, §9) on each page, in its order. */
const EXPECTED: Record<string, (string | RegExp)[]> = {
  '/': [
    fact('depuis'),
    `${fact('tapis_en_production')} tapis`,
    fact('poids_tapis'),
    fact('poids_bonnet'),
    'nid d’abeille',
    'antidérapant',
    ...MODELS,
    ...EXAMPLES.map(() => 'Exemple'),
    'calendrier des expositions',
    'Artisanat d’exception • Fait main • Édition limitée',
  ],
  '/partenariat': [
    'Devenir partenaire',
    'Réseaux sociaux',
    'allocation',
    fact('email_professionnels'),
    'Vision et avantages',
    'Centres équestres et écuries',
    'Compétitions et événements',
    'Distributeurs et revendeurs',
    ...PARTNERS,
  ],
  '/sellerie-royale': PARTNERS,
  '/hera-club': [
    'Pourquoi collaborer',
    `${fact('tapis_en_production')} tapis`,
    'gagnant-gagnant',
    'Nom de la sellerie',
  ],
  '/quilting': [
    'choix des matières',
    'matelassage manuel',
    'finitions',
    'fabriques partenaires',
    fact('poids_tapis'),
    fact('respirabilite'),
    'respirant',
    'résistance maximale',
    'Retour à l’accueil',
  ],
  '/ambassador': ['Avantages', 'Profil idéal', 'Pourquoi Hera ?', fact('email')],
  '/faq': [
    fact('delai_fabrication'),
    ...['frais_france', 'franco_france', 'frais_union_europeenne'].map(fact),
    fact('delai_retractation'),
    // Code de la consommation, art. L217-3.
    `${fact('garantie_legale')} à compter de la délivrance`,
    'sauf défaut ou non-conformité',
    'NOUS CONTACTER',
  ],
  '/returns': [
    fact('delai_retractation'),
    fact('jour_limite_retour'),
    'étiquettes',
    fact('delai_remboursement'),
    'disponibilité',
    'défaut',
  ],
  '/shipping': [
    ...['delai_fabrication', 'delai_fabrication_court'].map(fact),
    ...['expedition_france', 'expedition_europe', 'expedition_international'].map(fact),
    ...['frais_france', 'franco_france', 'frais_union_europeenne'].map(fact),
    'droits et taxes',
  ],
  '/contact': [...['delai_reponse', 'horaires_semaine', 'horaires_samedi', 'horaires_dimanche'].map(fact), 'FAQ'],
  '/cookies': [
    fact('traceurs_necessaires'),
    fact('traceurs_performance'),
    'janvier 2025',
    'Gérer vos choix',
    'Tiers',
    'Documents associés',
  ],
  '/terms': [
    ...[
      'Informations légales',
      'Objet',
      'Acceptation',
      'Commandes',
      'Prix et paiement',
      'Livraison',
      'Droit de rétractation',
      'Garanties',
      'Propriété intellectuelle',
      'Données personnelles',
      'Responsabilité',
      'Droit applicable',
      'Contact',
    ].map((title, index) => new RegExp(`${index + 1}\\.? ?${title}`)),
    'virement',
    fact('delai_retractation'),
    fact('garantie_commerciale'),
    'janvier 2025',
    'droit français',
  ],
  '/privacy': [
    ...['conservation_commandes', 'conservation_marketing', 'conservation_navigation'].map(fact),
    'rectification',
    'effacement',
    'opposition',
    'portabilité',
    'limitation',
    'CNIL',
    'adresse IP',
  ],
  '/about': [
    'Excellence',
    'Passion',
    'Artisanat',
    'Communauté',
    `${fact('fait_main')} fait main`,
    'Matières premium',
    'Contrôle qualité rigoureux',
    'Qualité sans compromis',
    'Bien-être animal',
    'Service client exceptionnel',
  ],
}

it.each(Object.entries(EXPECTED))('%s dit ce que la spécification demande (§2, §8, §9)', (path, expected) => {
  const text = textOf(path)
  const missing = expected.filter((each) => (typeof each === 'string' ? !text.includes(each) : !each.test(text)))
  const mend = `La page ${path} ne le dit plus. Remettez ces mots dans ses textes (src/content/README.md).`
  expect(missing, mend).toEqual([])
})

it('l’accueil garde l’ordre de la spécification (§2)', () => {
  const html = builtPage('/')
  const reviews = TESTIMONIALS.length > 0 ? ['id="avis"'] : []
  const marks = [
    ...['<h1', 'id="produits"', ...MODELS, 'id="sellerie"', ...reviews, 'id="partenaires"', 'id="concours"'],
    '<footer',
  ]
  const main = html.slice(html.indexOf('<main'))
  const places = marks.map((mark) => main.indexOf(mark))
  const inOrder = [...places].sort((a, b) => a - b)
  expect(places, `L’accueil suit cet ordre : ${marks.join(', ')}.`).toEqual(inOrder)
  expect(places, `Il manque une partie de l’accueil : ${marks.join(', ')}.`).not.toContain(-1)
})

it('le devis porte ce que les conditions en promettent, et demande de reconnaître qu’on devra payer (L. 221-14)', () => {
  const reply = readFileSync('src/content/emails/reponses/devis.md', 'utf8')
  const promised = ['Prix total, livraison comprise', 'Date limite de livraison', 'Paiement', 'arrhes ou acompte']
  const joined = ['conditions de vente', 'formulaire de', 'rétractation', '« Commande avec obligation de paiement »']
  expect(
    [...promised, ...joined].filter((words) => !reply.includes(words)),
    'Annoncé à /terms#commandes.',
  ).toEqual([])
  expect(textOf('/terms').replace(/[\u00A0\u202F]/g, ' ')).toContain('« Commande avec obligation de paiement »')
})

const REFUND = /au plus tard 14 jours après avoir été informés .*preuve de son envoi ; la première .*compte/
const LATE = /toutes les sommes versées[^.]*au plus tard (?:quatorze|14) jours après/i

it.each<[string, string, RegExp]>([
  // Qui parle des quatorze jours dit aussitôt qui n’en a pas.
  ['/faq', 'L. 221-5', /renvoyer mon tapis \? Oui, sauf s’il est personnalisé/],
  ['/retractation', 'L. 221-28', /personnalisée?s?\b/],
  ['/about', 'L. 221-28', /personnalisée?s?\b/],
  ['/terms', 'L. 214-1', /arrhes.*si c’est nous qui y renonçons, nous vous en rendons le double/],
  ['/faq', 'L. 221-24', /au plus tard 14 jours après que vous nous l’avez annoncée.*preuve de son envoi/],
  ['/returns', 'L. 221-24', REFUND],
  ['/terms', 'L. 221-24', REFUND],
  ['/terms', 'L. 216-7', LATE],
  ['/shipping', 'L. 216-7', LATE],
  ['/privacy', 'art. 13', /référence.*page d’où l’envoi est parti.*nos réponses.*nos notes de suivi/],
  ['/privacy', 'art. 13', /Les personnes qui lisent ce site .*sellerie partenaire.*témoignage.*accord/],
])('%s dit ce que la loi demande (code de la consommation ou RGPD, %s)', (path, _, rule) => {
  expect(textOf(path).replace(/[\u00A0\u202F]/g, ' ')).toMatch(rule)
})

it('/privacy et l’e-mail d’un effacement disent ce qui en reste : les copies pour un temps, date et empreintes', () => {
  const mail = readFileSync('src/content/emails/effacement.yaml', 'utf8')
  const policy = readFileSync('src/content/legal/privacy.md', 'utf8')
  const left = (what: string) =>
    new RegExp(`sauvegarde.*\\{\\{ conservation_sauvegardes \\}\\}.*date.*empreinte de ${what} références`)
  expect(mail).toMatch(left('l’adresse et des'))
  expect(policy).toMatch(left('votre adresse et de vos'))
})

it.each([
  ['newsletter', /\blettre\b/i, /liste d’attente/i],
  ['waitlist', /liste d’attente/i, /\blettre\b/i],
])('on consent à la liste %s, et à elle seule : son e-mail et sa page (RGPD, art. 4.11)', (list, own, other) => {
  const page = readTexts('pages/confirmation.yaml').sections[list]
  for (const texts of [readTexts(`emails/confirmation-${list}.yaml`), page]) {
    expect(JSON.stringify(texts)).toMatch(own)
    expect(JSON.stringify(texts)).not.toMatch(other)
  }
})

it('la phrase sur le téléphone dit que le démarchage suppose un consentement (code de la consommation, L. 223-2)', () => {
  expect(readTexts('interface.yaml').donnees.telephone).toMatch(/consent|accord/)
})
