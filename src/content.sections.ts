import { type FormName, forms } from './forms/index.ts'

const BEHIND_A_LINK = ['demande', 'fait', 'inconnu'] as const

/** The sections that the site shows of each file of src/content/pages: pages ask for no other, and may count on these. */
export const SECTIONS = {
  about: ['hero', 'histoire', 'valeurs', 'savoir-faire', 'engagements', 'suite'],
  ambassador: ['hero', 'avantages', 'profil', 'candidature', 'contact', 'cadre'],
  confirmation: BEHIND_A_LINK,
  contact: ['hero', 'horaires', 'faq'],
  desinscription: [...BEHIND_A_LINK, 'essai'],
  error: ['hero'],
  faq: ['hero', 'suite'],
  footer: ['tagline', 'newsletter', 'horaires', 'liens', 'maison', 'mentions'],
  header: ['navigation'],
  'hera-club': ['hero', 'pourquoi', 'production', 'gagnant', 'candidature', 'contact'],
  home: [
    'hero',
    'bandeau',
    'bandeau-disponible',
    'produits',
    'sellerie',
    'avis',
    'partenaires',
    'concours',
    'liste-attente',
    'serie-disponible',
    'prochaine-serie',
  ],
  merci: [...(Object.keys(forms) as FormName[]), 'copie'],
  'not-found': ['hero'],
  partenariat: ['hero', 'vision', 'opportunites'],
  quilting: ['hero', 'definition', 'etapes', 'tour', 'fabriques', 'geste', 'legerete', 'fiche', 'retour'],
  retractation: ['hero', 'confirmation', 'accuse'],
  'sellerie-royale': ['hero'],
  shared: ['chiffres', 'production', 'selleries', 'candidature', 'contact'],
} as const satisfies Record<string, readonly string[]>

/** A file of src/content/pages. */
export type PageId = keyof typeof SECTIONS

/** Sections that are shown without a title. */
export const UNTITLED: readonly string[] = ['tagline', 'navigation']

/** How a section of a page that a copywriter composes may be shown, and what each is for. */
export const SECTION_KINDS = {
  texte: 'une phrase en grand et les paragraphes qui l’expliquent',
  etapes: 'des étapes numérotées (items), avec ou sans image',
  chiffres: 'des chiffres en grand (items avec figure) sur fond brun',
  liste: 'un mot et son explication (items) sur fond brun',
  engagements: 'des points numérotés (items), de plus en plus en retrait',
  liens: 'des boutons (actions)',
} as const
export type SectionKind = keyof typeof SECTION_KINDS

/** True for a file of src/content/pages that no code asks for by name: its sections make a page of their own. */
export function isComposed(id: string): boolean {
  return !Object.hasOwn(SECTIONS, id)
}

/** Files of src/content/pages that are shown inside other pages, and have no title in the browser of their own. */
export const PARTS: readonly string[] = ['header', 'footer', 'shared']
