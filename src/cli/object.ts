import { counted } from '../server/counted.ts'
import { ExpectedError } from '../server/expected-error.ts'
import { recordObjection } from '../server/leads/person.ts'
import { adoptNewKey, isOwnKey } from '../server/people/keyed-hash.ts'
import { agrees, type Command, needEmail } from './command.ts'

export const object: Command = {
  summary: 'Note qu’une personne s’oppose à recevoir la lettre et les avis.',
  usage: '<e-mail> [--lift] | --new-key',
  help: `L’adresse quitte les deux listes ; il n’en reste qu’une empreinte, pour ne plus lui écrire même si elle y est
inscrite de nouveau, fût-ce sous une autre écriture (point de Gmail, +mot). --lift lève l’opposition, à la demande de la
personne : donnez l’adresse écrite comme le jour où elle a été notée.
--new-key, quand la clé des empreintes est perdue pour de bon : la base adopte celle qui est là, et les oppositions notées,
que personne ne peut plus reconnaître, sont effacées. Notez de nouveau celles que vous connaissez.

  hera object lea@exemple.fr
  hera object lea@exemple.fr --lift`,
  options: { lift: { type: 'boolean' }, 'new-key': { type: 'boolean' } },
  async run({ terminal, db, hash, objections }, { positionals, values }) {
    if (values['new-key']) {
      if (isOwnKey(db(), hash())) throw new ExpectedError('La clé est déjà celle de la base.')
      const unchanged = 'Rien n’est changé.'
      if (!(await agrees(terminal, 'Effacer les oppositions que l’ancienne clé protège ?', unchanged)))
        throw new ExpectedError(unchanged)
      const lost = counted(
        adoptNewKey(db(), hash()),
        'empreinte d’opposition effacée',
        'empreintes d’opposition effacées',
      )
      terminal.note(`La base tient cette clé pour la sienne ; ${lost}.`)
      return
    }
    const email = needEmail(positionals[0])
    if (values.lift) {
      if (!objections().remove(email)) throw new ExpectedError('Aucune opposition n’est notée pour cette adresse.')
      terminal.note('L’opposition est levée.')
      return
    }
    const removed = recordObjection(db(), objections(), email)
    terminal.note(`L’opposition est notée ; ${counted(removed, 'inscription retirée', 'inscriptions retirées')}.`)
  },
}
