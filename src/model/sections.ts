import { type FormName, forms, lists } from '../forms/index.ts'

const OPENING = 'kicker? title text image'
const OPENING_WITH_ACTIONS = 'kicker? title text actions image'
const POINTS = 'kicker title items items.title items.text'

/**
 * Sections of each file of src/content/pages that the code reads, with the keys that it shows of each: its own and
 * those of each item (items.title). Each section and key is required, except keys
 * with a question mark. Pages use only these sections.
 */
export const SECTIONS = {
  about: {
    hero: OPENING,
    histoire: 'kicker title text specs',
    valeurs: POINTS,
    'savoir-faire': `${POINTS} image`,
    engagements: POINTS,
    suite: 'title actions',
  },
  ambassador: {
    hero: OPENING_WITH_ACTIONS,
    avantages: `${POINTS} specs`,
    profil: `${POINTS} text`,
    candidature: 'kicker title text',
    contact: 'kicker title text actions specs?',
    cadre: 'kicker title text',
  },
  confirmation: {
    // One section for each list, because a consent is to one purpose (RGPD art. 4, 11).
    ...(Object.fromEntries(lists.map(({ name }) => [name, 'title text actions'])) as Record<FormName, string>),
    fait: 'title text actions',
    inconnu: 'kicker title text actions',
  },
  contact: { hero: OPENING, horaires: 'title specs', faq: 'title text actions' },
  desinscription: {
    demande: 'kicker title text actions',
    fait: 'title text actions',
    essai: 'kicker title text actions',
    partie: 'kicker title text actions',
    inconnu: 'kicker title text actions',
  },
  devis: { hero: 'kicker? title text image?', mesures: `${POINTS} items.kicker text note` },
  error: { hero: OPENING_WITH_ACTIONS },
  faq: { hero: OPENING, suite: 'title text actions' },
  footer: {
    tagline: 'text',
    newsletter: 'title text',
    horaires: 'title',
    liens: 'title items items.label items.href',
    maison: 'title items items.label items.href',
    mentions: 'title items items.label items.href',
  },
  header: { navigation: 'items items.label items.href actions' },
  'hera-club': {
    hero: OPENING_WITH_ACTIONS,
    pourquoi: `${POINTS} text image`,
    production: 'kicker title text actions note?',
    gagnant: `${POINTS} text specs note?`,
    candidature: 'kicker title text',
    contact: 'kicker title text specs actions?',
  },
  home: {
    hero: `${OPENING_WITH_ACTIONS} note?`,
    bandeau: 'title text',
    'bandeau-disponible': 'title text',
    produits: 'kicker title text note?',
    sellerie: `${OPENING_WITH_ACTIONS} note?`,
    // Note of `avis`: which testimonials are examples. Note of `concours`: shown if no date is known.
    avis: 'kicker title text note',
    partenaires: `${POINTS} text items.href items.label actions`,
    concours: 'kicker title text actions note',
    'liste-attente': `${OPENING} actions?`,
    'serie-disponible': OPENING_WITH_ACTIONS,
    'prochaine-serie': `${OPENING} actions?`,
  },
  merci: {
    ...(Object.fromEntries(Object.keys(forms).map((name) => [name, 'title text actions'])) as Record<FormName, string>),
    copie: 'title actions',
  },
  'not-found': { hero: OPENING_WITH_ACTIONS },
  partenariat: {
    hero: OPENING_WITH_ACTIONS,
    vision: `${POINTS} text image`,
    opportunites: `${POINTS} items.href items.label`,
    candidature: 'kicker title text',
  },
  quilting: {
    hero: OPENING,
    definition: `${POINTS} text image`,
    etapes: `${POINTS} items.kicker items.image note?`,
    // The note is shown if the other pictures of the turn could not be loaded.
    tour: 'kicker title text items items.title note',
    fabriques: 'kicker title text',
    geste: 'kicker title text',
    legerete: `${POINTS} items.figure image`,
    // The note is the caption of the drawing.
    fiche: 'kicker title text actions note',
    retour: 'title actions',
  },
  retractation: {
    hero: 'kicker title text image? note?',
    confirmation: 'title text actions',
    accuse: 'title text actions',
  },
  'sellerie-royale': { hero: OPENING_WITH_ACTIONS, candidature: 'kicker title text' },
  shared: {
    chiffres: 'kicker title items items.title items.text? items.figure? specs note?',
    production: 'kicker title text actions note?',
    selleries: `${POINTS} text`,
    contact: 'kicker title text specs actions?',
  },
} as const satisfies Record<string, Readonly<Record<string, string>>>

/** Name of a file of src/content/pages that the code reads. */
export type PageId = keyof typeof SECTIONS

const WORDS = 'kicker? title items items.title items.text?'

/** Keys shown of the first section of a composed page, as in SECTIONS. */
export const HERO_SHOWS = 'kicker? title text? actions? image?'

/** Kinds of the other sections of a composed page, with the use of each and its keys. */
export const SECTION_KINDS = {
  texte: { use: 'une phrase en grand et les paragraphes qui l’expliquent', shows: 'kicker? title text' },
  etapes: {
    use: 'des étapes numérotées (items), avec ou sans image',
    shows: `${WORDS} items.kicker? items.image? note?`,
  },
  chiffres: { use: 'des chiffres en grand (items avec figure) sur fond brun', shows: `${WORDS} items.figure image?` },
  liste: { use: 'un mot et son explication (items) sur fond brun', shows: WORDS },
  engagements: { use: 'des points numérotés (items), de plus en plus en retrait', shows: WORDS },
  liens: { use: 'des boutons (actions)', shows: 'title actions' },
  formulaire: { use: 'un formulaire (form)', shows: 'kicker? title text? form' },
} as const
export type SectionKind = keyof typeof SECTION_KINDS

/** True for a file of src/content/pages that the code does not read by name: its sections form a page of their own. */
export function isComposed(id: string): boolean {
  return !Object.hasOwn(SECTIONS, id)
}

/** Files of src/content/pages that are shown inside other pages, so they have no title for the tab. */
export const PARTS: readonly string[] = ['header', 'footer', 'shared']
