import { systemdHost } from '../server/operations/releases/host.ts'
import { installedIn } from '../server/operations/releases/release.ts'
import { type RollbackLoss, rollback } from '../server/operations/releases/upgrade.ts'
import { agrees, type Command } from './command.ts'
import type { Terminal } from './terminal.ts'

export const rollbackCommand: Command = {
  summary: 'Remet la version précédente en service.',
  usage: '[--yes]',
  words: 0,
  help: `Si la mise à jour a changé la base, la copie faite juste avant prend sa place : ce qui est arrivé depuis n’est plus dans
la base, mais reste dans l’ancienne, gardée à côté (hera.sqlite.avant-…). La commande demande d’abord ; --yes ne
demande pas.

  hera rollback`,
  options: { yes: { type: 'boolean' } },
  async run({ terminal, config }, { values }) {
    const agree = async (loss: RollbackLoss) => values.yes === true || (await ask(terminal, loss))
    const { name, copy } = await rollback(installedIn(), systemdHost(config), agree)
    terminal.note(`${name} est de nouveau en service et répond.`)
    if (copy) terminal.note(`La base vient de ${copy} ; celle d’avant ce retour est gardée à côté (….avant-…).`)
  },
}

async function ask(terminal: Terminal, { copy, changed }: RollbackLoss): Promise<boolean> {
  const loss = changed
    ? 'Ce qui est arrivé depuis (demandes, désinscriptions, suivis) restera dans l’ancienne base seulement.'
    : 'Rien n’est arrivé depuis.'
  terminal.note(
    `La version précédente ne sait pas lire la base d’aujourd’hui : ${copy}, d’avant la mise à jour, prendra sa place. ${loss}`,
  )
  return agrees(terminal, 'Revenir quand même ?')
}
