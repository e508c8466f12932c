import { purgeDeskAccess } from '../server/desk/access/sessions.ts'
import { ExpectedError } from '../server/expected-error.ts'
import { reasonToHoldPurge } from '../server/leads/retention/daily-purge.ts'
import { countPurgeable, listPurgeable, purge } from '../server/leads/retention/retention.ts'
import { shortTimeInParis } from '../server/paris-time.ts'
import { agrees, type Command } from './command.ts'

export const purgeCommand: Command = {
  summary: 'Efface les envois dont la durée de conservation est passée ; le site le fait chaque jour.',
  usage: '[--dry-run] [--yes]',
  words: 0,
  help: `--dry-run montre seulement, envoi par envoi. Quand l’horloge est douteuse, ou que beaucoup partirait d’un coup, le site n’efface pas de
lui-même : cette commande montre ce qui partirait et demande. --yes répond à l’avance.

  hera purge --dry-run
  hera purge`,
  options: { 'dry-run': { type: 'boolean' }, yes: { type: 'boolean' } },
  async run({ terminal, db, clock }, { values }) {
    const now = clock()
    const show = (heading: string, counts: Record<string, number>) =>
      terminal.table(
        ['Formulaire', heading],
        Object.entries(counts).map(([name, count]) => [name, String(count)]),
      )
    const hold = reasonToHoldPurge(db(), now)
    if (values['dry-run'] || (hold && !values.yes)) {
      terminal.table(
        ['À effacer', 'Formulaire', 'Reçu le'],
        listPurgeable(db(), now).map(({ reference, form, created_at }) => [
          reference,
          form,
          shortTimeInParis(created_at),
        ]),
      )
      show('À effacer', countPurgeable(db(), now))
    }
    if (hold) terminal.note(`Le site n’efface pas de lui-même, car ${hold}.`)
    if (values['dry-run']) return
    const question = 'L’horloge est juste et tout cela doit être effacé, sans retour ?'
    if (hold && !values.yes && !(await agrees(terminal, question))) throw new ExpectedError('Rien n’est effacé.')
    show('Effacés', purge(db(), now))
    purgeDeskAccess(db(), now)
  },
}
