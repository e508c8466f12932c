import { shortTimeInParis } from '../server/paris-time.ts'
import { senderName } from '../server/submissions/describe-lead.ts'
import { deleteLead, suspectedLeads } from '../server/submissions/leads.ts'
import { releaseSuspected } from '../server/submissions/spam.ts'
import { type Command, CommandError, needLead, UsageError } from './command.ts'
import { counted } from './terminal.ts'

export const spam: Command = {
  summary: 'Montre les envois suspects, les libère ou les efface.',
  usage: 'list | release <référence…> | delete <référence…>',
  words: Number.POSITIVE_INFINITY,
  help: `Un envoi suspect est gardé comme les autres ; seuls ses e-mails attendent. « release » les fait partir.

  hera spam list
  hera spam release C-7K2M-94QD
  hera spam delete C-7K2M-94QD C-03QF-8XTA`,
  run(context, { positionals: [action, ...references] }) {
    const { terminal, db } = context
    if (action === 'list') {
      const rows = suspectedLeads(db()).map(({ form, lead }) => [
        lead.reference,
        shortTimeInParis(lead.created_at),
        form.name,
        senderName(form, lead),
        String(lead.email),
      ])
      terminal.table(['Référence', 'Reçu', 'Formulaire', 'Qui', 'E-mail'], rows)
      if (rows.length === 0) terminal.note('Aucun envoi suspect.')
      return undefined
    }
    if ((action !== 'release' && action !== 'delete') || references.length === 0)
      throw new UsageError('Écrivez list, release <référence> ou delete <référence>.')
    const found = references.map((reference) => needLead(context, reference))
    const trusted = found.find(({ lead }) => !lead.suspected_spam)
    if (trusted) throw new CommandError(`${trusted.lead.reference} n’est pas suspect.`)
    for (const { form, lead } of found) {
      if (action === 'release') releaseSuspected(db(), form, lead.reference)
      else deleteLead(db(), form, lead.reference)
    }
    terminal.note(`${action === 'release' ? counted(found.length, 'libéré') : counted(found.length, 'effacé')}.`)
    return undefined
  },
}
