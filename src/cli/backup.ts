import { statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { counted } from '../server/counted.ts'
import { backUp } from '../server/operations/backup/backup.ts'
import { copyName, removeOldCopies, removeUnfinishedCopies } from '../server/operations/backup/copies.ts'
import { type Command, needNumber, UsageError } from './command.ts'
import { recordingFailure } from './installation.ts'

export const backup: Command = {
  summary: 'Copie la base pendant que le site tourne, et vérifie la copie.',
  usage: 'FICHIER | DOSSIER [--keep NOMBRE]',
  help: `Dans un DOSSIER, la copie reçoit un nom daté, et --keep n’y garde que tant de copies datées : les plus récentes,
quel que soit leur âge. À côté de la copie, à garder avec elle : .key (la clé) et, dès le premier effacement, .erasures
(le registre des effacements).
Rangez-la ailleurs que sur ce serveur, chiffrée.

  hera backup sauvegardes/avant-la-mise-a-jour.sqlite
  hera backup /var/backups/hera --keep 14`,
  options: { keep: { type: 'string' } },
  async run(context, { positionals: [name], values }) {
    const { terminal, db, clock, config } = context
    if (!name) throw new UsageError('Indiquez le fichier à écrire, ou un dossier.')
    const place = resolve(name)
    const isFolder = statSync(place, { throwIfNoEntry: false })?.isDirectory() === true
    const keep = values.keep === undefined ? undefined : readKeep(String(values.keep), isFolder)
    const unfinished = isFolder ? removeUnfinishedCopies(place, clock()) : 0
    if (unfinished > 0)
      terminal.note(
        `${counted(unfinished, 'fichier d’une copie interrompue supprimé', 'fichiers de copies interrompues supprimés')}.`,
      )
    const database = db()
    const target = isFolder ? join(place, copyName(clock())) : place
    const copy = () => backUp(database, config.databasePath, target, clock, terminal.progress)
    await (keep === undefined ? copy() : recordingFailure(context, 'backup', copy))
    terminal.progress(1, 1)
    terminal.note(`La base est copiée et vérifiée : ${target}.`)
    const removed = keep === undefined ? [] : removeOldCopies(dirname(target), keep, basename(target), clock())
    if (removed.length > 0)
      terminal.note(`${counted(removed.length, 'ancienne copie supprimée', 'anciennes copies supprimées')}.`)
  },
}

function readKeep(keep: string, isFolder: boolean): number {
  if (!isFolder) throw new UsageError('--keep demande un dossier.')
  return needNumber(keep, '--keep attend un nombre de copies, par exemple 14.')
}
