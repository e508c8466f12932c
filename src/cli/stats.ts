import { outboxCounts } from '../server/mail/outbox-admin.ts'
import { allForms } from '../server/submissions/leads.ts'
import { countSubmissions } from '../server/submissions/statistics.ts'
import type { Command } from './command.ts'

export const stats: Command = {
  summary: 'Compte les envois : en tout, depuis 7 et 30 jours, suspects, inscriptions confirmées.',
  usage: '',
  words: 0,
  help: `  hera stats
  hera stats | cut -f1,2`,
  run({ terminal, db, clock }) {
    terminal.table(
      ['Formulaire', 'En tout', '7 jours', '30 jours', 'Suspects', 'Confirmées', 'Désinscrites'],
      allForms.map((form) => {
        const { total, week, month, suspected, confirmed, unsubscribed } = countSubmissions(db(), form, clock())
        return [form.name, ...[total, week, month, suspected, confirmed, unsubscribed].map((n) => String(n ?? '–'))]
      }),
    )
    const { waiting, held, failed } = outboxCounts(db())
    terminal.note(`E-mails : ${waiting} en attente, ${held} retenus, ${failed} en échec.`)
    return undefined
  },
}
