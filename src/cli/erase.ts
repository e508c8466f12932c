import { counted } from '../server/counted.ts'
import { ExpectedError } from '../server/expected-error.ts'
import { describeErasure, erasePerson, findPerson, keptByLaw } from '../server/leads/person.ts'
import { agrees, type Command, needEmail } from './command.ts'

export const erase: Command = {
  summary: 'Efface une personne de toutes les tables, e-mails compris.',
  usage: '<e-mail> [--yes]',
  help: `Demande d’abord ; --yes ne demande pas. Une empreinte de l’adresse est notée hors de la base, pour que la personne
ne revienne pas avec une sauvegarde restaurée. Ce que vous avez exporté ou reçu par e-mail reste à effacer par vous.
D’une adresse inconnue, --yes ne note que l’empreinte.

  hera erase lea@exemple.fr
  hera erase lea@exemple.fr --yes`,
  options: { yes: { type: 'boolean' } },
  async run({ terminal, db, hash, objections, clock, config }, { positionals, values }) {
    const email = needEmail(positionals[0])
    terminal.note(describeErasure(db(), email))
    for (const sentence of keptByLaw(db(), email, clock())) terminal.note(sentence)
    const { sent, emails } = findPerson(db(), objections(), email)
    if (sent + emails.length === 0 && !values.yes)
      throw new ExpectedError('Il n’y a rien à effacer ; --yes note tout de même l’empreinte de l’adresse.')
    if (!values.yes && !(await agrees(terminal, 'Tout effacer, sans retour ?')))
      throw new ExpectedError('Rien n’est effacé.')
    const removed = erasePerson(db(), config.databasePath, hash(), clock, email)
    terminal.note(`Effacé : ${counted(removed, 'envoi')}, e-mails compris.`)
  },
}
