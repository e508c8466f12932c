import { resolve } from 'node:path'
import { counted } from '../server/counted.ts'
import { restore } from '../server/operations/backup/restore.ts'
import { momentInParis } from '../server/paris-time.ts'
import { type Command, UsageError } from './command.ts'

export const restoreCommand: Command = {
  summary: 'Remet une sauvegarde à la place de la base ; l’ancienne est gardée.',
  usage: 'FICHIER',
  help: `Arrêtez le site d’abord. La sauvegarde est vérifiée avant, les effacements, oppositions et désinscriptions faits depuis
sont appliqués de nouveau, les envois qui lui manquent sont d’abord écrits en CSV à côté de la base, et les e-mails qui y
attendaient sont arrêtés, car ils sont peut-être partis : « hera mail retry » les fait partir. Les fichiers .key et
.erasures sont lus à côté de la sauvegarde.

  hera restore sauvegardes/hera-2026-11-21.sqlite`,
  async run({ terminal, clock, config }, { positionals: [file] }) {
    if (!file) throw new UsageError('Indiquez la sauvegarde à remettre.')
    const source = resolve(file)
    const path = config.databasePath
    const restored = await restore(path, source, clock)
    const { leads, newest, missing, files, former, erased, suspended, formerLost, keyMissing } = restored
    terminal.note(`${path} vient maintenant de ${source}.`)
    terminal.note(
      newest
        ? `Elle contient ${counted(leads, 'envoi')}, le dernier du ${momentInParis(newest)}.`
        : 'Elle ne contient aucun envoi : est-ce bien la copie que vous vouliez ?',
    )
    if (former) terminal.note(`L’ancienne base est gardée quatorze jours : ${former}.`)
    if (missing > 0)
      terminal.note(`${counted(missing, 'envoi manque', 'envois manquent')} à cette sauvegarde : ${files.join(', ')}`)
    if (keyMissing)
      terminal.note(
        `Attention : ${source}.key manque. Si la sauvegarde vient d’une autre machine, remettez ce fichier à côté et recommencez : sans lui, les oppositions qu’elle note ne sont pas reconnues.`,
      )
    if (formerLost)
      terminal.note(
        'Attention : l’ancienne base n’a pas pu être lue. Les envois reçus depuis la sauvegarde ne sont pas écrits à part ; notez de nouveau au bureau les oppositions et désinscriptions que vous connaissez.',
      )
    if (erased > 0) terminal.note(`Effacements faits depuis, appliqués de nouveau : ${counted(erased, 'envoi')}.`)
    if (suspended > 0)
      terminal.note(
        `${counted(suspended, 'e-mail attend', 'e-mails attendent')} votre décision ; pour les faire partir : hera mail retry`,
      )
  },
}
