import { shortTimeInParis } from '../server/paris-time.ts'
import { remarks, senderName } from '../server/submissions/describe-lead.ts'
import { searchLeads } from '../server/submissions/leads.ts'
import { type Command, UsageError } from './command.ts'

const LIMIT = 200

export const search: Command = {
  summary: 'Cherche un texte dans tous les envois, sans égard aux accents ni aux majuscules.',
  usage: '<texte>',
  words: Number.POSITIVE_INFINITY,
  help: `Tous les champs de tous les formulaires, les plus récents d’abord, ${LIMIT} au plus.

  hera search eole
  hera search "sellerie du lac"`,
  run({ terminal, db }, { positionals }) {
    const text = positionals.join(' ').trim()
    if (!text) throw new UsageError('Indiquez le texte à chercher.')
    const found = searchLeads(db(), text, LIMIT)
    terminal.table(
      ['Référence', 'Reçu', 'Formulaire', 'Qui', 'E-mail', 'État'],
      found.map(({ form, lead }) => [
        lead.reference,
        shortTimeInParis(lead.created_at),
        form.name,
        senderName(form, lead),
        String(lead.email),
        remarks(form, lead),
      ]),
    )
    if (found.length === 0) terminal.note(`Rien ne contient « ${text} ».`)
    if (found.length === LIMIT) terminal.note(`Les ${LIMIT} plus récents ; précisez le texte pour en voir d’autres.`)
    return found.length > 0 ? 0 : 1
  },
}
