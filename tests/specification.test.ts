import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { parseFacts } from '../src/copy/parse-facts.ts'

/** The text that a visitor reads on a built page, spaces and apostrophes normalised. */
function textOf(path: string): string {
  const html = readFileSync(`dist/client/${path === '/' ? 'index' : path.slice(1)}.html`, 'utf8')
  return html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#39;', '’')
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ')
    .replace(/(\d) (e|er|re) /g, '$1$2 ')
}

/** The addresses that the house has today; the specification asks for one on these pages. */
const company = parseFacts(readFileSync('src/content/company.yaml', 'utf8'), 'src/content/company.yaml')
const { email = '', email_professionnels = '' } = company

/** What the specification (§2, §8, §9) puts on each page, in its order. */
const EXPECTED: Record<string, (string | RegExp)[]> = {
  '/': [
    'DEVENIR PARTENAIRE',
    /1985/,
    /100 tapis/,
    '310 g',
    '90 g',
    'nid d’abeille',
    'antidérapant',
    'Elegance',
    'Grand Sport',
    'Exemple',
    'calendrier des expositions',
    'Artisanat d’exception • Fait main • Édition limitée',
  ],
  '/partenariat': [
    'Devenir partenaire',
    '+100K',
    'Réseaux sociaux',
    '100 tapis',
    'allocation',
    email_professionnels,
    'Vision et avantages',
    'Centres équestres et écuries',
    'Compétitions et événements',
    'Distributeurs et revendeurs',
    'Bientôt disponible',
    'Couverture nationale',
    'Sélection rigoureuse',
    'Conseil d’experts',
    'Paris, France',
  ],
  '/sellerie-royale': [
    'Bientôt disponible',
    'Couverture nationale',
    'Sélection rigoureuse',
    'Conseil d’experts',
    '+100K',
    '100 tapis',
    'Paris, France',
  ],
  '/hera-club': ['Pourquoi collaborer', '100 tapis', 'gagnant-gagnant', 'Nom de la sellerie'],
  '/quilting': [
    'choix des matières',
    'matelassage manuel',
    'finitions',
    'fabriques partenaires',
    '310 g',
    '100 %',
    'respirant',
    /résistance/i,
    /maximale/i,
    'Retour à l’accueil',
  ],
  '/ambassador': ['Avantages', 'Profil idéal', 'Pourquoi Hera ?', email],
  '/faq': ['4 à 6 semaines', '14 jours', 'NOUS CONTACTER'],
  '/returns': ['14 jours', '30e jour', 'étiquettes', '7 à 10 jours ouvrés', 'disponibilité', 'défaut'],
  '/shipping': [
    '4 à 6 semaines',
    '3 à 5 semaines',
    '3 à 5 jours ouvrés',
    '5 à 10 jours ouvrés',
    '10 à 15 jours ouvrés',
    '15 €',
    '500 €',
    '35 €',
    'droits et taxes',
  ],
  '/contact': ['24 à 48 h', '9 h 00 – 18 h 00', '10 h 00 – 16 h 00', 'fermé', 'FAQ'],
  '/cookies': ['12 mois', '24 mois', 'janvier 2025', 'Gérer vos choix', 'Tiers', 'Documents associés'],
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
    'RETOUR',
    'virement',
    '14 jours',
    '2 ans',
    'janvier 2025',
    'droit français',
  ],
  '/privacy': [
    '10 ans',
    '3 ans',
    '13 mois',
    'rectification',
    'effacement',
    'opposition',
    'portabilité',
    'limitation',
    'CNIL',
    'adresse IP',
    'RETOUR',
  ],
  '/about': [
    'Excellence',
    'Passion',
    'Artisanat',
    'Communauté',
    '100 % fait main',
    'Matières premium',
    'Contrôle qualité rigoureux',
    'Qualité sans compromis',
    'Bien-être animal',
    'Service client exceptionnel',
    'DÉCOUVRIR NOS PRODUITS',
    'NOUS CONTACTER',
    'RETOUR',
  ],
}

describe('every word and figure that the specification names is on its page', () => {
  for (const [path, expected] of Object.entries(EXPECTED))
    it(path, () => {
      const text = textOf(path)
      for (const each of expected) {
        if (typeof each === 'string') expect(text).toContain(each)
        else expect(text).toMatch(each)
      }
    })
})

it('home keeps the order of the specification', () => {
  const html = readFileSync('dist/client/index.html', 'utf8')
  const marks = [
    '<h1',
    'id="produits"',
    'Elegance',
    'Grand Sport',
    'id="sellerie"',
    'id="avis"',
    'id="partenaires"',
    'id="concours"',
    '<footer',
  ]
  const main = html.slice(html.indexOf('<main'))
  const places = marks.map((mark) => main.indexOf(mark))
  expect(places).toEqual([...places].sort((a, b) => a - b))
  expect(places).not.toContain(-1)
})

it('six testimonials are in the page, each marked as an example', () => {
  const html = readFileSync('dist/client/index.html', 'utf8')
  const section = html.slice(html.indexOf('id="avis"'), html.indexOf('id="partenaires"'))
  expect(section.match(/<blockquote/g)).toHaveLength(6)
})

it('eight questions share one accordion', () => {
  const html = readFileSync('dist/client/faq.html', 'utf8')
  expect(html.match(/<details[^>]*name="faq"/g)).toHaveLength(8)
})

it('the reseller form stands on three pages, the ambassador form on one', () => {
  for (const path of ['partenariat', 'sellerie-royale', 'hera-club'])
    expect(readFileSync(`dist/client/${path}.html`, 'utf8')).toContain('action="/formulaires/partnership"')
  expect(readFileSync('dist/client/ambassador.html', 'utf8')).toContain('action="/formulaires/ambassador"')
})

it('each of the six forms says thank you under a title of its own', () => {
  const { sections } = parse(readFileSync('src/content/pages/merci.yaml', 'utf8')) as {
    sections: Record<string, { title: string }>
  }
  const { copie, ...thanks } = sections
  const titles = Object.values(thanks).map(({ title }) => title)
  expect(copie).toBeDefined()
  expect(titles).toHaveLength(6)
  expect(new Set(titles).size).toBe(6)
})
