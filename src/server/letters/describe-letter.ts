import { counted } from '../counted.ts'
import { shortTimeInParis } from '../paris-time.ts'
import type { LetterFigures, LetterSummary } from './types.ts'

/** What a letter to the waiting list brings with it, before somebody sends one. */
export const AVAILABILITY_NOTICE =
  'C’est l’avis de disponibilité : une fois qu’il est parti, les inscriptions d’avant sont effacées.'

/** The state of a letter, in French. */
export function letterState({ state, finishedAt, stoppedAt }: LetterSummary): string {
  if (state === 'stopped') return `arrêtée ${shortTimeInParis(stoppedAt ?? '')}`
  return state === 'finished' ? `finie ${shortTimeInParis(finishedAt ?? '')}` : 'en cours'
}

/** The figures of a letter as a French sentence without its stop. */
export function letterFigures({ recipients, sent, waiting, failed, dropped, uncertain }: LetterFigures): string {
  return `${counted(recipients, 'destinataire')} : ${counted(sent, 'partie')}, ${waiting} en attente, ${counted(failed, 'refusée')}, ${counted(dropped, 'retirée')} ; ${counted(uncertain, 'incertaine')}`
}
