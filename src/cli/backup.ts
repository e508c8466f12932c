import { join, resolve } from 'node:path'
import { counted } from '../server/counted.ts'
import { backUp } from '../server/operations/backup/backup.ts'
import { COPY_DAYS, copiesFolder, copyName, removeOldCopies } from '../server/operations/backup/copies.ts'
import type { Command } from './command.ts'

export const backup: Command = {
  summary: 'Copie la base pendant que le site tourne, et vérifie la copie.',
  usage: '[FICHIER]',
  help: `Sans rien, la copie va dans le dossier sauvegardes à côté de la base, comme celle de chaque nuit, et les copies de plus
de ${COPY_DAYS} jours en partent. À côté de la copie, à garder avec elle : .key (la clé) et, dès le premier effacement, .erasures
(le registre des effacements).

  hera backup
  hera backup /mnt/disque/avant-la-mise-a-jour.sqlite`,
  async run({ terminal, db, clock, config: { databasePath } }, { positionals: [name] }) {
    const target = name ? resolve(name) : join(copiesFolder(databasePath), copyName(clock()))
    await backUp(db(), databasePath, target, clock)
    terminal.note(`La base est copiée et vérifiée : ${target}.`)
    const removed = name === undefined ? removeOldCopies(databasePath, target, clock()) : 0
    if (removed > 0) terminal.note(`${counted(removed, 'ancienne copie supprimée', 'anciennes copies supprimées')}.`)
  },
}
