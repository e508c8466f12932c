import { resolve } from 'node:path'
import { backUp } from '../server/backup/backup.ts'
import { type Command, UsageError } from './command.ts'

export const backup: Command = {
  summary: 'Copie la base pendant que le site tourne, et vérifie la copie.',
  usage: 'FICHIER',
  help: `À côté de la copie : FICHIER.key et FICHIER.erasures (clé et registre des effacements), à garder avec elle.
Rangez-la ailleurs que sur ce serveur, chiffrée.

  hera backup sauvegardes/hera-2026-11-21.sqlite`,
  async run({ terminal, db, clock, config }, { positionals: [file] }) {
    if (!file) throw new UsageError('Indiquez le fichier à écrire.')
    const target = resolve(file)
    await backUp(db(), config.databasePath, target, clock, terminal.progress)
    terminal.progress(1, 1)
    terminal.note(`La base est copiée et vérifiée : ${target}.`)
    return undefined
  },
}
