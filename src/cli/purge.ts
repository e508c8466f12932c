import { purgeDeskAccess } from '../server/desk/access/sessions.ts'
import { ExpectedError } from '../server/expected-error.ts'
import { reasonToHoldPurge } from '../server/leads/retention/daily-purge.ts'
import { listPurgeable, purge } from '../server/leads/retention/retention.ts'
import { shortTimeInParis } from '../server/paris-time.ts'
import { agrees, type Command } from './command.ts'

const NOTHING = 'Rien n’est à effacer.'

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
    const hold = reasonToHoldPurge(db(), now)
    if (values['dry-run'] || (hold && !values.yes)) {
      const expired = listPurgeable(db(), now)
      for (const { reference, form, created_at } of expired)
        terminal.print(`${reference} ${form}, reçu le ${shortTimeInParis(created_at)}`)
      for (const [form, leads] of Object.entries(Object.groupBy(expired, ({ form }) => form)))
        terminal.print(`${form} : ${leads?.length} à effacer`)
      if (expired.length === 0) terminal.note(NOTHING)
    }
    if (hold) terminal.note(`Le site n’efface pas de lui-même, car ${hold}.`)
    if (values['dry-run']) return
    const question = 'L’horloge est juste et tout cela doit être effacé, sans retour ?'
    if (hold && !values.yes && !(await agrees(terminal, question))) throw new ExpectedError('Rien n’est effacé.')
    const purged = Object.entries(purge(db(), now)).filter(([, count]) => count > 0)
    for (const [form, count] of purged) terminal.print(`${form} : ${count} effacé${count > 1 ? 's' : ''}`)
    if (purged.length === 0) terminal.note(NOTHING)
    purgeDeskAccess(db(), now)
  },
}
