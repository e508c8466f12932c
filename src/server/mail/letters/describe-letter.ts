import { counted } from '../../counted.ts'
import { relativeTimeInParis } from '../../paris-time.ts'
import type { LetterSummary } from './letter-rows.ts'

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
