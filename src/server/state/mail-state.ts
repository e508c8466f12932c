import type { Database } from '../database/database.ts'
import { houseRefusals, outboxCounts, serverFailure } from '../mail/outbox-admin.ts'
import { longTimeInParis } from '../paris-time.ts'
import type { Part } from './part.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** A mail server that takes nothing for longer needs a person; a shorter interruption is ordinary. */
const FAILING_MS = 15 * MINUTE_MS
/** A notice to the house that waits longer needs a person; collected ones wait 15 minutes. */
const NOTICE_LATE_MS = HOUR_MS
/** Any other message may wait for the hour's budget; a withdrawal's acknowledgement goes within a day. */
const MESSAGE_LATE_MS = DAY_MS
/** How long a refusal of an address of the house is shown. */
const REFUSED_MS = 7 * DAY_MS

const SEE_OUTBOX = 'Pour les voir et les faire partir : hera outbox'

/**
 * Whether e-mail goes: what was delivered last, what waits for how long, what was given up.
 * @param sends whether e-mail is configured
 */
export function mailState(db: Database, sends: boolean, now: Date): Part {
  const { waiting, failed, oldest, oldestNotice, delivered } = outboxCounts(db)
  const part = { name: 'mail', title: 'E-mails', observed: { value: waiting, unit: 'messages' } } as const
  if (!sends) {
    const sentence = 'Aucun e-mail ne part ; tout est enregistré.'
    return { ...part, status: 'warn', sentence, remedy: 'Pour en envoyer : SMTP_URL, MAIL_FROM et MAIL_TO.' }
  }
  const age = (at: string | null) => (at === null ? 0 : now.getTime() - Date.parse(at))
  const failure = serverFailure(db)
  if (failure) {
    const sentence = `Le serveur d’e-mail ne prend rien, ${waiting} en attente : ${failure}`
    const remedy = 'Pour savoir ce qui échoue : hera mail test'
    return { ...part, status: age(oldest) > FAILING_MS ? 'fail' : 'warn', sentence, remedy }
  }
  if (age(oldestNotice) > NOTICE_LATE_MS) {
    const sentence = `Une demande attend de vous être envoyée depuis le ${longTimeInParis(oldestNotice ?? '')}.`
    return { ...part, status: 'fail', sentence, remedy: SEE_OUTBOX }
  }
  if (age(oldest) > MESSAGE_LATE_MS) {
    const sentence = `${waiting} en attente, le plus ancien depuis le ${longTimeInParis(oldest ?? '')}.`
    return { ...part, status: 'warn', sentence, remedy: SEE_OUTBOX }
  }
  if (failed > 0)
    return { ...part, status: 'warn', sentence: `E-mails refusés ou abandonnés : ${failed}.`, remedy: SEE_OUTBOX }
  const last = delivered ? `Le dernier est parti le ${longTimeInParis(delivered)}` : 'Aucun n’est encore parti'
  return { ...part, status: 'pass', sentence: `${last} ; ${waiting} en attente.` }
}

/** Whether the house itself gets what it is sent. */
export function houseAddressState(db: Database, now: Date): Part {
  const part = { name: 'house-address', title: 'Vos adresses' } as const
  const refusals = houseRefusals(db, new Date(now.getTime() - REFUSED_MS))
  if (refusals.length === 0) return { ...part, status: 'pass', sentence: 'Aucune de vos adresses n’a refusé d’e-mail.' }
  const sentence = `Une de vos adresses n’a pas reçu une demande. Réponse : ${refusals.join(' ; ')}`
  const remedy = 'Vérifiez les adresses de MAIL_TO et leurs boîtes, puis : hera outbox retry'
  return { ...part, status: 'fail', sentence, remedy }
}
