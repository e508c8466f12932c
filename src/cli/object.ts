import { recordObjection } from '../server/leads/person.ts'
import { type Command, CommandError, needEmail } from './command.ts'
import { counted } from './terminal.ts'

export const object: Command = {
  summary: 'Note qu’une personne s’oppose à recevoir la lettre et les avis.',
  usage: '<e-mail> [--lift]',
  help: `L’adresse quitte les deux listes ; il n’en reste qu’une empreinte, pour ne plus lui écrire même si elle y est
inscrite de nouveau. --lift lève l’opposition, à la demande de la personne.

  hera object lea@exemple.fr
  hera object lea@exemple.fr --lift`,
  options: { lift: { type: 'boolean' } },
  run({ terminal, db, objections }, { positionals, values }) {
    const email = needEmail(positionals[0])
    if (values.lift) {
      if (!objections().remove(email)) throw new CommandError('Aucune opposition n’est notée pour cette adresse.')
      terminal.note('L’opposition est levée.')
      return undefined
    }
    const removed = recordObjection(db(), objections(), email)
    terminal.note(`L’opposition est notée ; ${counted(removed, 'inscription retirée', 'inscriptions retirées')}.`)
    return undefined
  },
}
