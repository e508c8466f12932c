/**
 * Everything that the site stores in a browser. /cookies lists what visitors get: src/content/interface.yaml has the
 * purpose of each (traceurs) and the texts for `store` and `lasts` (tableaux). Its text names those of the desk.
 */
export const trackers = {
  splash: { key: 'hera.splash', store: 'sessionStorage', lasts: 'duree_onglet' },
  popup: { key: 'hera.popup', store: 'sessionStorage', lasts: 'duree_onglet' },
  hidden: { key: 'hera.counter-hidden', store: 'sessionStorage', lasts: 'duree_onglet' },
  session: { key: 'hera.session', store: 'localStorage', lasts: 'duree_visite' },
  refusal: { key: 'hera.not-counted', store: 'localStorage', lasts: 'duree_refus' },
  receipt: { key: 'recu', store: 'cookie', lasts: 'duree_recu' },
  desk: { key: 'bureau', store: 'cookie' },
  draft: { key: 'hera.reponse', store: 'localStorage' },
} as const
