import { counted } from '../server/counted.ts'
import { ExpectedError } from '../server/expected-error.ts'
import { senderName } from '../server/leads/describe-lead.ts'
import { deleteLeads, type Lead, releaseLead, suspectedLeads } from '../server/leads/leads.ts'
import { shortTimeInParis } from '../server/paris-time.ts'
import { type Command, needLead, UsageError } from './command.ts'

const LEAD_COLUMNS = ['Référence', 'Reçu', 'Formulaire', 'Qui', 'E-mail']

/** Cells of a lead for LEAD_COLUMNS. */
function leadCells(lead: Lead): string[] {
  return [lead.reference, shortTimeInParis(lead.created_at), lead.form, senderName(lead), lead.email]
}

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
      const shown = terminal.table(LEAD_COLUMNS, suspectedLeads(db()).map(leadCells))
      if (shown === 0) terminal.note('Aucun envoi suspect.')
      return
    }
    if ((action !== 'release' && action !== 'delete') || references.length === 0)
      throw new UsageError('Écrivez list, release <référence> ou delete <référence>.')
    const found = references.map((reference) => needLead(context, reference))
    const trusted = found.find((lead) => !lead.suspected_spam)
    if (trusted) throw new ExpectedError(`${trusted.reference} n’est pas suspect.`)
    if (action === 'release') for (const { reference } of found) releaseLead(db(), reference)
    else deleteLeads(db(), found)
    terminal.note(`${action === 'release' ? counted(found.length, 'libéré') : counted(found.length, 'effacé')}.`)
  },
}
