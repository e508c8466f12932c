import { RECEIPT_MIN, REFUSAL_MONTHS, SESSION_IDLE_MIN, SESSION_MAX_H } from './timings.ts'

/** A value that the site writes in the browser: what it is called there, and what /cookies says of it. */
export interface Tracker {
  key: string
  store: 'localStorage' | 'sessionStorage' | 'cookie'
  purpose: string
  duration: string
}

/** Header with which the server gives a visit the identifier that it goes on with, in the answer of /api/presence. */
export const SESSION_HEADER = 'Hera-Session'

const TAB = 'Jusqu’à la fermeture de l’onglet'

/** Everything that the site ever writes in the browser. Scripts take their keys here, /cookies its table. */
export const trackers = {
  splash: {
    key: 'hera.splash',
    store: 'sessionStorage',
    purpose: 'Ne montrer l’écran d’ouverture qu’à la première page.',
    duration: TAB,
  },
  popup: {
    key: 'hera.popup',
    store: 'sessionStorage',
    purpose: 'Ne pas rouvrir la fenêtre de la liste d’attente une fois fermée.',
    duration: TAB,
  },
  counterHidden: {
    key: 'hera.counter-hidden',
    store: 'sessionStorage',
    purpose: 'Se souvenir que vous avez masqué le compteur de visites.',
    duration: TAB,
  },
  session: {
    key: 'hera.session',
    store: 'localStorage',
    purpose:
      'Ne compter qu’une fois votre visite : un identifiant tiré au hasard et signé par notre serveur, son début et son dernier passage sur l’accueil.',
    duration: `${SESSION_IDLE_MIN} minutes sans activité, ${SESSION_MAX_H} heures au plus`,
  },
  refusal: {
    key: 'hera.not-counted',
    store: 'localStorage',
    purpose: 'Se souvenir que vous avez refusé le comptage, et quand.',
    duration: `${REFUSAL_MONTHS} mois`,
  },
  receipt: {
    key: 'recu',
    store: 'cookie',
    purpose: 'Vous montrer une fois encore ce que vous venez d’envoyer, quand le formulaire part sans JavaScript.',
    duration: `${RECEIPT_MIN} minutes`,
  },
} as const satisfies Record<string, Tracker>
