import { leadStatusText, senderName } from '../server/leads/describe-lead.ts'
import type { Lead } from '../server/leads/leads.ts'
import { searchLeads, toFtsQuery } from '../server/leads/search.ts'
import { shortTimeInParis } from '../server/paris-time.ts'
import { type Command, UsageError } from './command.ts'

const LIMIT = 200

/** Columns of a table of leads of all forms. */
export const LEAD_COLUMNS = ['Référence', 'Reçu', 'Formulaire', 'Qui', 'E-mail']

/** Cells of a lead for LEAD_COLUMNS. */
export function leadCells(lead: Lead): string[] {
  return [lead.reference, shortTimeInParis(lead.created_at), lead.form, senderName(lead), lead.email]
}

export const search: Command = {
  summary: 'Cherche des mots dans tous les envois, dans n’importe quel ordre, sans égard aux accents.',
  usage: '<texte>',
  words: Number.POSITIVE_INFINITY,
  help: `Dans tous les champs de tous les formulaires ; le début d’un mot suffit, les espaces d’un numéro ne comptent pas.
Les plus récents d’abord, ${LIMIT} au plus.

  hera search eole
  hera search sellerie lac
  hera search 06 12 34`,
  async run({ terminal, db }, { positionals }) {
    const text = positionals.join(' ').trim()
    if (!toFtsQuery(text)) throw new UsageError('Indiquez le texte à chercher : au moins une lettre ou un chiffre.')
    const found = await searchLeads(db(), text, LIMIT)
    terminal.table(
      [...LEAD_COLUMNS, 'État'],
      found.map((lead) => [...leadCells(lead), leadStatusText(lead)]),
    )
    if (found.length === 0) terminal.note(`Rien ne contient « ${text} ».`)
    if (found.length === LIMIT) terminal.note(`Les ${LIMIT} plus récents ; précisez le texte pour en voir d’autres.`)
    return found.length > 0 ? 0 : 1
  },
}
