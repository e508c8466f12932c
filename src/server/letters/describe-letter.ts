import { counted } from '../counted.ts'
import { shortTimeInParis } from '../paris-time.ts'
import type { LetterFigures, LetterSummary } from './types.ts'

/** What sending the notice does, as a French sentence. @param staying how many wait for a later one */
export function noticeMeans(recipients: number, staying: number): string {
  const who = recipients > 1 ? `${recipients} personnes` : 'une personne'
  const rest = staying > 0 ? ` Les ${staying} suivantes restent inscrites et attendent le prochain avis.` : ''
  return `C’est l’avis de disponibilité : il prévient ${who}, et l’inscription de chacune s’efface dès qu’il lui est remis.${rest}`
}

/** The state of a letter, in French. */
export function letterState({ state, finishedAt, stoppedAt }: LetterSummary): string {
  if (state === 'stopped') return `arrêtée ${shortTimeInParis(stoppedAt ?? '')}`
  return state === 'finished' ? `finie ${shortTimeInParis(finishedAt ?? '')}` : 'en cours'
}

/** What a mail server said when it refused a letter, for the owner; its own words follow. */
export function refusalInFrench(reason: string): string {
  const [, said] = REFUSALS.find(([pattern]) => pattern.test(reason)) ?? []
  return said ? `${said} (${reason})` : reason
}

/** Answers of mail servers (RFC 3463) by what they mean for the reader. */
const REFUSALS: readonly (readonly [RegExp, string])[] = [
  [/5\.1\.[0-3]|unknown|no such|does not exist|user not found/i, 'Cette adresse n’existe pas.'],
  [/[45]\.2\.2|full|quota|over ?limit/i, 'Sa boîte est pleine.'],
  [/5\.7\.|spam|policy|block|reject/i, 'Son serveur prend la lettre pour un indésirable.'],
  [/4\.\d\.\d|temporar|greylist|try again/i, 'Son serveur ne répondait pas.'],
]

/** The figures of a letter as a French sentence without its stop. */
export function letterFigures({ recipients, sent, waiting, failed, dropped, uncertain }: LetterFigures): string {
  return `${counted(recipients, 'destinataire')} : ${counted(sent, 'partie')}, ${waiting} en attente, ${counted(failed, 'refusée')}, ${counted(dropped, 'retirée')} ; ${counted(uncertain, 'incertaine')}`
}
