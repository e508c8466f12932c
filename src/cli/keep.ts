import { dayInParis } from '../forms/calendar.ts'
import { keepLead } from '../server/leads/leads.ts'
import { type Command, needDay, needLead, UsageError } from './command.ts'

export const keep: Command = {
  summary: 'Garde un envoi au-delà de sa durée, parce qu’une suite lui est donnée.',
  usage: '<référence> --until JOUR',
  help: `La purge laisse l’envoi jusqu’à ce jour. Une candidature acceptée reste tant qu’aucun jour n’est donné : quand le contrat
prend fin, indiquez celui où s’achève la conservation promise.

  hera keep P-03QF-8XTA --until 2034-12-31`,
  options: { until: { type: 'string' } },
  run(context, { positionals, values }) {
    const until = needDay('--until', values.until)
    if (until < dayInParis(context.clock()))
      throw new UsageError(`La date du ${until} est passée : indiquez un jour à venir.`)
    const { reference } = needLead(context, positionals[0])
    keepLead(context.db(), reference, until)
    context.terminal.note(`${reference} est gardé jusqu’au ${until}.`)
  },
}
