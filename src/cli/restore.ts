import { resolve } from 'node:path'
import { counted } from '../server/counted.ts'
import { withReadableCopy } from '../server/operations/backup/readable-copy.ts'
import { restore } from '../server/operations/backup/restore.ts'
import { type Command, UsageError } from './command.ts'

export const restoreCommand: Command = {
  summary: 'Remet une sauvegarde à la place de la base ; l’ancienne est gardée.',
  usage: 'FICHIER',
  help: `Arrêtez le site d’abord. La sauvegarde est vérifiée avant, les effacements, oppositions et désinscriptions faits depuis
sont appliqués de nouveau, et les e-mails qui y attendaient sont arrêtés, car ils sont peut-être partis : « hera mail retry » les fait partir.
La copie peut être n’importe où ; ses fichiers .key et .erasures sont lus à côté d’elle.

  hera restore sauvegardes/hera-2026-11-21.sqlite`,
  run({ terminal, clock, config }, { positionals: [file] }) {
    if (!file) throw new UsageError('Indiquez la sauvegarde à remettre.')
    const source = resolve(file)
    const path = config.databasePath
    const restored = withReadableCopy(source, path, (near) => restore(path, near, clock))
    const { former, erased, suspended, withdrawalsLost, keyMissing } = restored
    terminal.note(`${path} vient maintenant de ${source}.`)
    if (former) terminal.note(`L’ancienne base est gardée : ${former}. Effacez-la quand elle ne sert plus.`)
    if (keyMissing)
      terminal.note(
        `Attention : ${source}.key manque. Si la sauvegarde vient d’une autre machine, remettez ce fichier à côté et recommencez : sans lui, les oppositions qu’elle note ne sont pas reconnues.`,
      )
    if (withdrawalsLost)
      terminal.note(
        'Attention : l’ancienne base est illisible. Les oppositions et désinscriptions reçues depuis la sauvegarde sont à noter de nouveau : hera object.',
      )
    if (erased > 0) terminal.note(`Effacements faits depuis, appliqués de nouveau : ${counted(erased, 'envoi')}.`)
    if (suspended > 0)
      terminal.note(
        `${counted(suspended, 'e-mail attend', 'e-mails attendent')} votre décision ; pour les faire partir : hera mail retry`,
      )
  },
}
