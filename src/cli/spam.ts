import { counted } from '../server/counted.ts'
import { senderName } from '../server/leads/describe-lead.ts'
import { deleteLead, releaseLead, suspectedLeads } from '../server/leads/leads.ts'
import { shortTimeInParis } from '../server/paris-time.ts'
import { type Command, CommandError, needLead, UsageError } from './command.ts'

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
      const rows = suspectedLeads(db()).map((lead) => [
        lead.reference,
        shortTimeInParis(lead.created_at),
        lead.form,
        senderName(lead),
        lead.email,
      ])
      terminal.table(['Référence', 'Reçu', 'Formulaire', 'Qui', 'E-mail'], rows)
      if (rows.length === 0) terminal.note('Aucun envoi suspect.')
      return
    }
    if ((action !== 'release' && action !== 'delete') || references.length === 0)
      throw new UsageError('Écrivez list, release <référence> ou delete <référence>.')
    const found = references.map((reference) => needLead(context, reference))
    const trusted = found.find((lead) => !lead.suspected_spam)
    if (trusted) throw new CommandError(`${trusted.reference} n’est pas suspect.`)
    const act = action === 'release' ? releaseLead : deleteLead
    for (const { reference } of found) act(db(), reference)
    terminal.note(`${action === 'release' ? counted(found.length, 'libéré') : counted(found.length, 'effacé')}.`)
  },
}
