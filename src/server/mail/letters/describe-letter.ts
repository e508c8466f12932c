import { formNamed } from '../../../forms/index.ts'
import { counted } from '../../counted.ts'
import { relativeTimeInParis } from '../../paris-time.ts'
import type { LetterSummary } from './letter-rows.ts'

/** Returns the French title of a list. */
export function listTitle(list: string): string {
  return formNamed(list)?.deskTitle ?? list
}

/** Returns the number of people that a letter reaches, in French. @param staying people who wait for a later notice */
export function peopleReached(recipients: number, staying: number): string {
  if (staying === 0) return counted(recipients, 'personne')
  return recipients > 1 ? `les ${recipients} premières personnes` : 'la première personne'
}

/** Returns a French sentence on the effect of sending the notice. @param staying people who wait for a later notice */
export function noticeMeans(recipients: number, staying: number): string {
  const [who, whose] =
    recipients > 1 ? [`${recipients} personnes`, 'l’inscription de chacune'] : ['une personne', 'son inscription']
  const others =
    staying > 1 ? `Les ${staying} suivantes restent inscrites et attendent` : 'La suivante reste inscrite et attend'
  const rest = staying > 0 ? ` ${others} le prochain avis.` : ''
  return `C’est l’avis de disponibilité : il prévient ${who}, et ${whose} s’efface une fois qu’il lui est remis.${rest}`
}

/** Returns the state of a letter in French. */
export function letterState({ state, stoppedAt }: LetterSummary, now: Date): string {
  if (state === 'stopped') return `arrêtée ${relativeTimeInParis(stoppedAt ?? '', now)}`
  return state === 'finished' ? 'finie' : 'en cours'
}

/** Returns the figures of a letter as a French sentence without the full stop; zero counts are omitted. */
export function letterFigures({ recipients, sent, waiting, failed, dropped }: LetterSummary): string {
  const rest = [
    waiting && `${waiting} en attente`,
    failed && counted(failed, 'pas remise', 'pas remises'),
    dropped && counted(dropped, 'retirée'),
  ]
  return `${counted(recipients, 'destinataire')} : ${[counted(sent, 'partie'), ...rest.filter(Boolean)].join(', ')}`
}
