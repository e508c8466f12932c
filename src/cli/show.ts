import { readSubmissions } from '../server/leads/person.ts'
import { type Command, needLead } from './command.ts'
import { printSubmission } from './person.ts'

export const show: Command = {
  summary: 'Montre un envoi en entier : réponses, suivi, échanges, information donnée.',
  usage: '<référence>',
  help: `La référence est celle du message reçu, ou de « hera list ».

  hera show C-7K2M-94QD`,
  run(context, { positionals }) {
    const lead = needLead(context, positionals[0])
    for (const submission of readSubmissions(context.db(), [lead])) printSubmission(context.terminal, submission)
  },
}
