import { before, DAY_MS, HOUR_MS, MINUTE_MS } from '../../clock.ts'
import { counted } from '../../counted.ts'
import type { Database } from '../../database/database.ts'
import { mailboxState } from '../../mail/incoming/cursor.ts'
import { LATE_MS } from '../../mail/morning.ts'
import { failedAbout, noticeErrors, outboxCounts, serverFailure } from '../../mail/outbox-admin.ts'
import { explainRefusal } from '../../mail/refusal-words.ts'
import { momentInParis } from '../../paris-time.ts'
import { type Diagnosis, fail, pass, warn } from './diagnosis.ts'

/** A mail server that rejects everything for longer requires action; shorter outages are normal. */
const FAILING_MS = 15 * MINUTE_MS
/** How long a bounce of an address in MAIL_TO is shown. */
const REFUSED_MS = 7 * DAY_MS

const SEND_NOW = 'Pour les faire partir maintenant : hera mail retry'
const SEE_LIMIT = `${SEND_NOW} ; MAIL_PER_HOUR dit combien partent en une heure.`

/** Checks e-mail: last delivery, bounces of own addresses, delays, held and failed messages. @param sendsEmail true if SMTP_URL is set */
export function mailState(db: Database, now: Date, sendsEmail: boolean): Diagnosis {
  const { waiting, held, failed, oldest, oldestOfHouse, delivered } = outboxCounts(db)
  if (!sendsEmail) {
    const sentence =
      'Aucun e-mail ne part, tout est enregistré. L’accusé d’une rétractation s’affiche et se télécharge ; il n’est pas envoyé.'
    return warn(sentence, 'Pour en envoyer : SMTP_URL, MAIL_FROM et MAIL_TO.')
  }
  const age = (at: string | null) => (at === null ? 0 : now.getTime() - Date.parse(at))
  const failure = serverFailure(db)
  if (failure) {
    const sentence = `Le serveur d’e-mail ne prend rien, ${waiting} en attente. ${explainRefusal(failure)}`
    return (age(oldest) > FAILING_MS ? fail : warn)(sentence, 'Pour savoir ce qui échoue : hera mail test')
  }
  const refusals = noticeErrors(db, before(now, REFUSED_MS))
  if (refusals.length > 0) {
    const said = [...new Set(refusals.map((refusal) => explainRefusal(refusal)))].join(' ')
    const remedy = 'Vérifiez les adresses de MAIL_TO et leurs boîtes, puis : hera mail retry'
    return fail(`Une de vos adresses n’a pas reçu une demande. ${said}`, remedy)
  }
  if (age(oldestOfHouse) > LATE_MS)
    return fail(
      `Ce qui vient de vous ou vous est destiné attend depuis le ${momentInParis(oldestOfHouse ?? '')}.`,
      SEE_LIMIT,
    )
  if (age(oldest) > LATE_MS)
    return warn(
      `${counted(waiting, 'e-mail attend', 'e-mails attendent')}, le plus ancien depuis le ${momentInParis(oldest ?? '')}.`,
      SEE_LIMIT,
    )
  if (held > 0)
    return warn(
      `${counted(held, 'e-mail retenu', 'e-mails retenus')} : trop de messages demandés en un jour pour une boîte ou d’un même réseau, comme au wifi d’un salon.`,
      'S’ils viennent de vraies personnes, « La maison » au bureau les fait partir.',
    )
  if (failed > 0) {
    const about = failedAbout(db).join(', ')
    return warn(`E-mails refusés, abandonnés ou arrêtés : ${failed}${about && ` (${about})`}.`, SEND_NOW)
  }
  const last = delivered ? `Le dernier est parti le ${momentInParis(delivered)}` : 'Aucun n’est encore parti'
  return pass(`${last} ; ${waiting} en attente.`)
}

/** Time after which a mailbox that cannot be read requires action, in milliseconds. */
const UNREAD_MS = HOUR_MS

/** Checks if the mailbox of IMAP_URL is read: otherwise answers of people are missing at the desk. */
export function mailboxPart(db: Database, now: Date): Diagnosis {
  const state = mailboxState(db)
  if (!state)
    return warn('La boîte n’a pas encore été lue.', 'Elle l’est toutes les deux minutes, tant que le site tourne.')
  const { failingSince, lastError, readAt } = state
  if (failingSince === null) return pass(`Lue le ${momentInParis(readAt)} : ce qu’on y répond arrive au bureau.`)
  const sentence = `La boîte ne se lit pas depuis le ${momentInParis(failingSince)} : ce qu’on y répond n’arrive pas au bureau.`
  const isLong = now.getTime() - Date.parse(failingSince) > UNREAD_MS
  return (isLong ? fail : warn)(sentence, `Vérifiez IMAP_URL et la boîte. Réponse : ${lastError}`)
}
