import { countPurgeable, purge } from '../server/privacy/retention.ts'
import type { Command } from './command.ts'

export const purgeCommand: Command = {
  summary: 'Efface les envois dont la durée de conservation est passée ; le site le fait chaque jour.',
  usage: '[--dry-run]',
  words: 0,
  help: `--dry-run compte seulement.

  hera purge --dry-run
  hera purge`,
  options: { 'dry-run': { type: 'boolean' } },
  run({ terminal, db, clock }, { values }) {
    const dry = values['dry-run'] === true
    const counts = dry ? countPurgeable(db(), clock()) : purge(db(), clock())
    terminal.table(
      ['Formulaire', dry ? 'À effacer' : 'Effacés'],
      Object.entries(counts).map(([name, count]) => [name, String(count)]),
    )
    return undefined
  },
}
