import { longDay } from '../../../forms/calendar.ts'
import { type FormName, forms } from '../../../forms/index.ts'
import { counted } from '../../counted.ts'
import { deadlineOf, lateBefore, type Promises } from '../../leads/follow-up/deadline.ts'
import { formOf, type Lead } from '../../leads/leads.ts'
import { dayAndMonth, momentInParis } from '../../paris-time.ts'
import type { WeekFigures } from '../week-figures.ts'

/**
 * Returns the figures of a week as French sentences with bold numbers (`**gras**`) and one line for each listed
 * lead. Zero counts are omitted.
 * @param promises promised times for replies and refunds
 * @param linked returns the sender's name, linked to the lead
 */
export function weekPoints(figures: WeekFigures, promises: Promises, linked: (lead: Lead) => string): string[] {
  const { until, received, suspected, waiting, reminders, lastBackup, visits, refunds, urgent, unsent } = figures
  const now = new Date(until)
  const entries = Object.entries(received) as [FormName, number][]
  const total = entries.reduce((sum, [, count]) => sum + count, 0)
  const byForm = entries.map(([name, count]) => `${forms[name].deskTitle} : ${count}`).join(', ')
  const overdue = lateBefore(now, promises).toISOString()
  const late = waiting.filter((at) => at < overdue).length
  const [oldest] = waiting
  const line = (lead: Lead) =>
    [`${linked(lead)} – ${formOf(lead).deskTitle}`, deadlineOf(lead, promises, now)?.words].filter(Boolean).join(', ')
  return [
    refunds.count > 0 && `**${counted(refunds.count, 'rétractation à rembourser', 'rétractations à rembourser')}** :`,
    ...refunds.leads.map(line),
    oldest &&
      `**${counted(waiting.length, 'demande attend', 'demandes attendent')} une réponse**${late > 0 ? `, ${overdueOf(late, waiting.length)}au-delà du délai promis` : ''} ; la plus ancienne est du ${longDay(oldest)}.`,
    urgent.length > 1 && `**D’abord ces ${NUMBERS[urgent.length] ?? urgent.length}** :`,
    ...urgent.map(line),
    unsent.begun.length > 0 &&
      `**${counted(unsent.begun.length, 'réponse commencée', 'réponses commencées')}**, pas encore ${unsent.begun.length > 1 ? 'envoyées' : 'envoyée'} : ${unsent.begun.map(linked).join(', ')}.`,
    unsent.emails > 0 &&
      `**${counted(unsent.emails, 'e-mail n’est pas parti', 'e-mails ne sont pas partis')}** depuis plus d’une demi-heure.`,
    unsent.letters.length > 0 &&
      `**${counted(unsent.letters.length, 'lettre programmée', 'lettres programmées')}** : ${unsent.letters.map(({ subject, at }) => `« ${subject} », ${momentInParis(at)}`).join(' ; ')}.`,
    total > 0 && `**${counted(total, 'envoi reçu', 'envois reçus')}** depuis lundi dernier. ${byForm}.`,
    suspected > 0 && `**${counted(suspected, 'envoi suspect', 'envois suspects')}** à regarder : libérez ou supprimez.`,
    reminders.length > 0 &&
      `**${counted(reminders.length, 'rappel')}** cette semaine : ${reminders.map((lead) => `${linked(lead)} le ${dayAndMonth(lead.remind_on ?? '')}`).join(', ')}.`,
    visits.since && visitsLine(visits),
    lastBackup && `Dernière sauvegarde : ${momentInParis(lastBackup)}.`,
  ].filter((sentence) => typeof sentence === 'string')
}

/** Returns how many waiting submissions are late, in front of «au-delà du délai promis». */
function overdueOf(late: number, waiting: number): string {
  if (late < waiting) return `dont ${late} `
  return late > 1 ? 'toutes ' : ''
}

const NUMBERS = ['', '', 'deux', 'trois', 'quatre', 'cinq']

/** Returns the visits, so that a week without submissions is not mistaken for a week without visitors. */
function visitsLine({ visits, visitsBefore }: WeekFigures['visits']): string {
  return `**${visits === 0 ? 'Aucune visite' : counted(visits, 'visite')}** du site la semaine passée ; ${visitsBefore || 'aucune'} la semaine d’avant.`
}
