import { resolve } from 'node:path'
import { counted } from '../server/counted.ts'
import { restoreAndKeepLeads } from '../server/operations/backup/missing-leads.ts'
import { withReadableCopy } from '../server/operations/backup/readable-copy.ts'
import { type Command, UsageError } from './command.ts'

export const restoreCommand: Command = {
  summary: 'Remet une sauvegarde à la place de la base ; l’ancienne est gardée.',
  usage: 'FICHIER',
  help: `Arrêtez le site d’abord. La sauvegarde est vérifiée avant, les effacements, oppositions et désinscriptions faits depuis
sont appliqués de nouveau, les envois qui lui manquent sont d’abord écrits en CSV à côté de la base, et les e-mails qui y attendaient sont arrêtés, car ils sont peut-être partis : « hera mail retry » les fait partir.
La copie peut être n’importe où ; ses fichiers .key et .erasures sont lus à côté d’elle.

  hera restore sauvegardes/hera-2026-11-21.sqlite`,
  async run({ terminal, clock, config }, { positionals: [file] }) {
    if (!file) throw new UsageError('Indiquez la sauvegarde à remettre.')
    const source = resolve(file)
    const path = config.databasePath
    const restored = await withReadableCopy(source, path, (near) => restoreAndKeepLeads(path, near, clock))
    const { missing, former, erased, suspended, withdrawalsLost, keyMissing } = restored
    terminal.note(`${path} vient maintenant de ${source}.`)
    if (former) terminal.note(`L’ancienne base est gardée : ${former}. Effacez-la quand elle ne sert plus.`)
    if (missing && missing.count > 0)
      terminal.note(
        `${counted(missing.count, 'envoi manque', 'envois manquent')} à cette sauvegarde : ${missing.files.join(', ')}`,
      )
    if (!missing && !withdrawalsLost)
      terminal.note(
        'Attention : les envois qui manquent à cette sauvegarde n’ont pas pu être écrits à part ; l’ancienne base les a.',
      )
    if (keyMissing)
      terminal.note(
        `Attention : ${source}.key manque. Si la sauvegarde vient d’une autre machine, remettez ce fichier à côté et recommencez : sans lui, les oppositions qu’elle note ne sont pas reconnues.`,
      )
    if (withdrawalsLost)
      terminal.note(
        'Attention : l’ancienne base est illisible. Les oppositions et désinscriptions reçues depuis la sauvegarde sont à noter de nouveau au bureau.',
      )
    if (erased > 0) terminal.note(`Effacements faits depuis, appliqués de nouveau : ${counted(erased, 'envoi')}.`)
    if (suspended > 0)
      terminal.note(
        `${counted(suspended, 'e-mail attend', 'e-mails attendent')} votre décision ; pour les faire partir : hera mail retry`,
      )
  },
}
