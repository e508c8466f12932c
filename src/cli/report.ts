import { allForms } from '../forms/index.ts'
import { countByOption, leadsPerWeek } from '../server/leads/statistics.ts'
import { type Command, UsageError } from './command.ts'
import { toOutput } from './output.ts'
import { reportPage } from './report-page.ts'

export const report: Command = {
  summary: 'Écrit un rapport d’une page : envois par semaine, réponses des listes. Sans donnée personnelle.',
  usage: 'FICHIER',
  help: `Un fichier HTML seul, qui s’ouvre dans un navigateur et s’imprime. Les envois suspects n’y comptent pas.

  hera report rapport.html`,
  async run({ terminal, db, clock }, { positionals: [file] }) {
    if (!file) throw new UsageError('Indiquez le fichier à écrire.')
    const figures = allForms.map((form) => ({
      form,
      weeks: leadsPerWeek(db(), form),
      choices: Object.entries(form.fields)
        .filter(([, { options }]) => options)
        .map(([name, field]) => ({ field, counts: countByOption(db(), form, name) })),
    }))
    const path = await toOutput(file, [reportPage(figures, clock())])
    terminal.note(`Le rapport est dans ${path}.`)
  },
}
