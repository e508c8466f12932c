/** Header with which the server gives a visit the identifier that it goes on with, in the answer of /api/presence. */
export const SESSION_HEADER = 'Hera-Session'

/**
 * Everything that the site ever writes in the browser. Scripts take their keys here, /cookies its table:
 * src/content/interface.yaml says under each name what it is for (traceurs), and under those of `store` and `lasts` how it is
 * kept and for how long (tableaux).
 */
export const trackers = {
  splash: { key: 'hera.splash', store: 'sessionStorage', lasts: 'duree_onglet' },
  popup: { key: 'hera.popup', store: 'sessionStorage', lasts: 'duree_onglet' },
  hidden: { key: 'hera.counter-hidden', store: 'sessionStorage', lasts: 'duree_onglet' },
  session: { key: 'hera.session', store: 'localStorage', lasts: 'duree_visite' },
  refusal: { key: 'hera.not-counted', store: 'localStorage', lasts: 'duree_refus' },
  receipt: { key: 'recu', store: 'cookie', lasts: 'duree_recu' },
  desk: { key: 'bureau', store: 'cookie', lasts: 'duree_bureau' },
  device: { key: 'bureau-connu', store: 'cookie', lasts: 'duree_appareil' },
} as const
