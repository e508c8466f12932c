import { before, DAY_MS, MINUTE_MS } from '../../clock.ts'
import { counted } from '../../counted.ts'
import type { Database } from '../../database/database.ts'
import { type Backlog, LATE_MS, type Queue } from '../../mail/backlog.ts'
import { letterSummaries } from '../../mail/letters/letter-rows.ts'
import { noticeErrors, outboxCounts, serverFailure } from '../../mail/outbox-admin.ts'
import { explainRefusal } from '../../mail/refusal-words.ts'
import { aboutInParis, momentInParis } from '../../paris-time.ts'
import { type Diagnosis, fail, pass, warn } from '../diagnosis.ts'

/** A mail server that rejects everything for longer requires action; shorter outages are normal. */
const FAILING_MS = 15 * MINUTE_MS
/** Age from which the oldest queued message is shown, whatever the cause. */
const MESSAGE_LATE_MS = DAY_MS
/** How long a bounce of an address in MAIL_TO is shown. */
const REFUSED_MS = 7 * DAY_MS

const LIMITED = ' : le site n’en envoie qu’un certain nombre par heure'
const SEE_OUTBOX = 'Pour les voir et les faire partir : hera outbox'
const SEE_LIMIT = `${SEE_OUTBOX} ; MAIL_PER_HOUR dit combien partent en une heure.`
const TO_OR_FROM_STAFF: readonly Backlog['stream'][] = ['urgent', 'staff']

/**
 * Checks e-mail: last delivery, delays and failed messages.
 * @param queue backlogs and their expected end; undefined if e-mail is not configured
 */
export function mailState(db: Database, now: Date, queue: Queue | undefined): Diagnosis {
  const { waiting, heldByNetwork, failed, oldest, oldestNotice, delivered } = outboxCounts(db)
  if (!queue) {
    const sentence =
      'Aucun e-mail ne part, tout est enregistré. L’accusé d’une rétractation s’affiche et se télécharge ; il n’est pas envoyé.'
    return warn(sentence, 'Pour en envoyer : SMTP_URL, MAIL_FROM et MAIL_TO.')
  }
  const age = (at: string | null) => (at === null ? 0 : now.getTime() - Date.parse(at))
  const failure = serverFailure(db)
  if (failure) {
    const letters = letterSummaries(db).reduce((sum, letter) => sum + letter.waiting, 0)
    const ofLetters = letters > 0 ? `, dont ${letters} de lettres` : ''
    const sentence = `Le serveur d’e-mail ne prend rien, ${waiting + letters} en attente${ofLetters}. ${explainRefusal(failure)}`
    return (age(oldest) > FAILING_MS ? fail : warn)(sentence, 'Pour savoir ce qui échoue : hera mail test')
  }
  const late = queue.backlogs().filter(({ since }) => age(since) > LATE_MS)
  const ofStaff = late.find(({ stream }) => TO_OR_FROM_STAFF.includes(stream))
  if (ofStaff || age(oldestNotice) > LATE_MS) {
    const since = momentInParis(oldestNotice ?? ofStaff?.since ?? '')
    return fail(
      `Ce qui vous est destiné attend depuis le ${since}${ofStaff ? LIMITED : ''}.`,
      ofStaff ? SEE_LIMIT : SEE_OUTBOX,
    )
  }
  if (late.length > 0) return warn(waitsForBudget(late, now), SEE_LIMIT)
  if (age(oldest) > MESSAGE_LATE_MS) {
    const sentence = `${waiting} en attente, le plus ancien depuis le ${momentInParis(oldest ?? '')}.`
    return warn(sentence, SEE_OUTBOX)
  }
  if (heldByNetwork > 0) {
    const which = counted(heldByNetwork, 'e-mail retenu', 'e-mails retenus')
    const sentence = `${which} : trop de demandes d’un même réseau en un jour, comme au wifi d’un salon.`
    const remedy =
      'Si ce sont de vraies personnes : hera outbox retry --held ; sinon : hera outbox delete, avec leur numéro'
    return warn(sentence, remedy)
  }
  if (failed > 0) return warn(`E-mails refusés, abandonnés ou arrêtés : ${failed}.`, SEE_OUTBOX)
  const last = delivered ? `Le dernier est parti le ${momentInParis(delivered)}` : 'Aucun n’est encore parti'
  return pass(`${last} ; ${waiting} en attente.`)
}

function waitsForBudget(late: readonly Backlog[], now: Date): string {
  const kinds = late.flatMap((backlog) => backlog.kinds)
  const total = kinds.reduce((sum, { count }) => sum + count, 0)
  const [kind, ...others] = kinds.map(({ label, count }) => `${label} : ${figure(count)}`)
  const each = others.length > 0 ? [kind, ...others].join(', ') : kinds[0]?.label
  const until = new Date(Math.max(...late.map((backlog) => backlog.until.getTime())))
  const waits = total === 1 ? 'e-mail attend' : 'e-mails attendent'
  return `${figure(total)} ${waits} (${each}), le dernier part ${aboutInParis(until, now)}${LIMITED}.`
}

/** Formats a number with French thousands separators: 1 763. */
function figure(count: number): string {
  return count.toLocaleString('fr-FR')
}

/** Checks if an address in MAIL_TO has rejected messages. */
export function staffAddressState(db: Database, now: Date): Diagnosis {
  const refusals = noticeErrors(db, before(now, REFUSED_MS))
  if (refusals.length === 0) return pass('Aucune de vos adresses n’a refusé d’e-mail.')
  const said = [...new Set(refusals.map((refusal) => explainRefusal(refusal)))].join(' ')
  const remedy = 'Vérifiez les adresses de MAIL_TO et leurs boîtes, puis : hera outbox retry'
  return fail(`Une de vos adresses n’a pas reçu une demande. ${said}`, remedy)
}
