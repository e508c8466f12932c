import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { sqliteCode } from './sqlite-error.ts'

/** The database cannot be used as it is. The message is a French sentence for the operator that says what to do. */
export class DatabaseError extends Error {}

type Sentence = (path: string) => string

export const damaged: Sentence = (path) => `${path} est endommagé. Restaurez une sauvegarde.`
const readOnly: Sentence = (path) =>
  `${path} ne peut pas être modifié : vérifiez les droits du fichier, du dossier et du disque.`
const cannotOpen: Sentence = (path) => `${path} ne peut pas être ouvert : vérifiez le chemin et les droits du dossier.`

/** What codes of SQLite mean for the file of a database; a code stands for its extended codes too. */
const OF_SQLITE: Readonly<Record<string, Sentence>> = {
  SQLITE_NOTADB: damaged,
  SQLITE_CORRUPT: damaged,
  SQLITE_READONLY: readOnly,
  SQLITE_CANTOPEN: (path) => (existsSync(path) ? readOnly(path) : cannotOpen(path)),
  SQLITE_BUSY: (path) => `${path} est occupé par un autre programme : recommencez dans un instant.`,
  SQLITE_FULL: (path) => `${path} ne peut pas grandir : le disque est plein. Faites de la place.`,
  SQLITE_IOERR: (path) => `${path} : la lecture ou l’écriture sur le disque a échoué. Vérifiez le disque.`,
}

/** What codes of the system mean for any file. */
const OF_SYSTEM: Readonly<Record<string, string>> = {
  EACCES: 'Ce compte n’a pas accès à ce fichier ou à son dossier',
  EISDIR: 'C’est un dossier, pas un fichier',
  ERR_FS_EISDIR: 'C’est un dossier, pas un fichier',
  ENOENT: 'Ce fichier ou son dossier n’existe pas',
  ENOSPC: 'Le disque est plein',
  ENOTDIR: 'Une partie du chemin n’est pas un dossier',
  EPERM: 'Ce compte n’a pas accès à ce fichier ou à son dossier',
  EROFS: 'Le disque est en lecture seule',
}
const NO_ACCESS = /^(EACCES|EPERM|EROFS)$/

/**
 * Says in French what is wrong with a database, or with the file that an error of the system names; undefined for an
 * error that is a mistake of the program.
 * @param path of the database
 */
export function describeFileError(error: unknown, path: string): string | undefined {
  if (error instanceof DatabaseError) return error.message
  if (!(error instanceof Error)) return undefined
  const sentence = OF_SQLITE[/^SQLITE_[A-Z]+/.exec(sqliteCode(error))?.[0] ?? '']
  if (sentence) return sentence(path)
  const { code = '', path: file } = error as NodeJS.ErrnoException
  // The files beside the database: its lock, its key.
  if (NO_ACCESS.test(code) && file?.startsWith(`${path}.`)) return readOnly(file)
  const reason = OF_SYSTEM[code]
  return reason && `${reason}${file ? ` : ${file}` : ''}.`
}

/**
 * Does something with a database. What is wrong with it goes, as `describeFileError` says it, to what is done instead; a
 * mistake of the program is thrown.
 */
export function orFileError<T>(path: string, work: () => T, instead: (sentence: string) => T): T {
  try {
    return work()
  } catch (error) {
    const sentence = describeFileError(error, path)
    if (sentence === undefined) throw error
    return instead(sentence)
  }
}

/** Throws DatabaseError where this account may not write to a database that exists. */
export function assertWritable(path: string): void {
  try {
    for (const each of [path, dirname(path)]) accessSync(each, constants.W_OK)
  } catch {
    throw new DatabaseError(readOnly(path))
  }
}
