import type { Form } from '../forms/form.ts'
import { allForms } from '../forms/index.ts'
import { counted } from '../server/counted.ts'
import { withFileErrors } from '../server/database/database-error.ts'
import { findProblems } from '../server/database/integrity.ts'
import { countSubmissions } from '../server/leads/statistics.ts'
import { outboxCounts } from '../server/mail/outbox-admin.ts'
import type { Command, Context } from './command.ts'

export const stats: Command = {
  summary: 'Compte les envois : en tout, depuis 7 et 30 jours, suspects, inscriptions confirmées.',
  usage: '',
  words: 0,
  help: `  hera stats
  hera stats | cut -f1,2`,
  run(context) {
    const { terminal, db, config } = context
    const problems = new Set(findProblems(db(), config.databasePath))
    /** Returns undefined, and records the problem, for counts that a damaged database prevents. */
    const attempt = <T>(count: () => T) =>
      withFileErrors<T | undefined>(config.databasePath, count, (sentence) => void problems.add(sentence))
    terminal.table(
      ['Formulaire', 'En tout', '7 jours', '30 jours', 'Suspects', 'Confirmées', 'Désinscrites'],
      allForms.map((form) => [form.name, ...(attempt(() => figuresOf(context, form)) ?? Array(6).fill('?'))]),
    )
    const emails = attempt(() => outboxCounts(db()))
    if (emails)
      terminal.note(
        `E-mails : ${emails.waiting} en attente, ${counted(emails.held, 'retenu')}, ${emails.failed} en échec.`,
      )
    for (const problem of problems) terminal.note(problem)
    return problems.size > 0 ? 1 : 0
  },
}

function figuresOf({ db, clock }: Context, form: Form): string[] {
  const { total, week, month, suspected, confirmed, unsubscribed } = countSubmissions(db(), form, clock())
  return [total, week, month, suspected, confirmed, unsubscribed].map((n) => String(n ?? '–'))
}
