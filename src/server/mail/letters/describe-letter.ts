import { counted } from '../../counted.ts'
import type { LetterSummary } from './letter-rows.ts'

/** States of a letter in French. */
export const LETTER_STATES = { going: 'en cours', finished: 'finie', stopped: 'arrêtée' } as const

/** Returns the figures of a letter as a French sentence without the full stop; zero counts are omitted. */
export function letterFigures({ recipients, sent, waiting, failed, dropped }: LetterSummary): string {
  const rest = [
    waiting && `${waiting} en attente`,
    failed && counted(failed, 'pas remise', 'pas remises'),
    dropped && counted(dropped, 'retirée'),
  ]
  return `${counted(recipients, 'destinataire')} : ${[counted(sent, 'partie'), ...rest.filter(Boolean)].join(', ')}`
}
