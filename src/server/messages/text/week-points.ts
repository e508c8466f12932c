import { type FormName, forms } from '../../../forms/index.ts'
import { counted } from '../../counted.ts'
import { lateBefore } from '../../leads/answer-by.ts'
import { dayAndMonth, longDay, momentInParis } from '../../paris-time.ts'
import type { WeekFigures } from '../week-figures.ts'

/**
 * The figures of a week as French sentences, `**gras**` where the number is; nothing is said of what there is none of.
 * @param hours within which the house promises an answer
 */
export function weekPoints(
  { until, received, suspected, waiting, reminders, lastBackup, visits }: WeekFigures,
  hours: number,
): string[] {
  const entries = Object.entries(received) as [FormName, number][]
  const total = entries.reduce((sum, [, count]) => sum + count, 0)
  const byForm = entries.map(([name, count]) => `${forms[name].houseTitle} : ${count}`).join(', ')
  const overdue = lateBefore(new Date(until), hours).toISOString()
  const late = waiting.filter((at) => at < overdue).length
  const [oldest] = waiting
  return [
    total > 0 && `**${counted(total, 'envoi reçu', 'envois reçus')}** depuis lundi dernier. ${byForm}.`,
    oldest &&
      `**${counted(waiting.length, 'demande attend', 'demandes attendent')} une réponse**${late > 0 ? `, dont ${late} au-delà du délai promis` : ''} ; la plus ancienne est du ${longDay(oldest)}.`,
    suspected > 0 && `**${counted(suspected, 'envoi suspect', 'envois suspects')}** à regarder : libérez ou supprimez.`,
    reminders.length > 0 &&
      `**${counted(reminders.length, 'rappel')}** cette semaine : ${reminders.map(({ reference, remind_on }) => `${reference} le ${dayAndMonth(remind_on ?? '')}`).join(', ')}.`,
    visits.since && visitsLine(visits),
    lastBackup
      ? `Dernière sauvegarde : ${momentInParis(lastBackup)}.`
      : 'Aucune sauvegarde n’a encore été faite : parlez-en à la personne qui s’occupe du serveur.',
  ].filter((sentence) => typeof sentence === 'string')
}

/** How much the site was read, so that nobody takes «nobody comes» for «nobody writes». */
function visitsLine({ visits, visitsBefore }: WeekFigures['visits']): string {
  return `**${visits === 0 ? 'Aucune visite' : counted(visits, 'visite')}** du site la semaine passée ; ${visitsBefore} la semaine d’avant.`
}
