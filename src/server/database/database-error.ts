import { existsSync } from 'node:fs'
import { ExpectedError } from '../expected-error.ts'

/** The database cannot be used. */
export class DatabaseError extends ExpectedError {}

type Sentence = (path: string) => string

export const damaged: Sentence = (path) => `${path} est endommagé. Restaurez une sauvegarde.`
const readOnly: Sentence = (path) =>
  `${path} ne peut pas être lu ou modifié : vérifiez les droits du fichier, du dossier et du disque.`
const cannotOpen: Sentence = (path) => `${path} ne peut pas être ouvert : vérifiez le chemin et les droits du dossier.`

/** French sentences for SQLite codes; a code includes its extended codes. */
const OF_SQLITE: Readonly<Record<string, Sentence>> = {
  SQLITE_NOTADB: damaged,
  SQLITE_CORRUPT: damaged,
  SQLITE_READONLY: readOnly,
  SQLITE_CANTOPEN: (path) => (existsSync(path) ? readOnly(path) : cannotOpen(path)),
  SQLITE_BUSY: (path) => `${path} est occupé par un autre programme : recommencez dans un instant.`,
  SQLITE_FULL: (path) => `${path} ne peut pas grandir : le disque est plein. Faites de la place.`,
  SQLITE_IOERR: (path) => `${path} : la lecture ou l’écriture sur le disque a échoué. Vérifiez le disque.`,
}

/** French reasons for error codes of the operating system. */
const OF_SYSTEM: Readonly<Record<string, string>> = {
  EACCES: 'Le compte de Hera n’a pas accès à ce fichier ou à son dossier',
  EEXIST: 'Un fichier porte déjà ce nom',
  EDQUOT: 'Le disque est plein pour le compte de Hera',
  EIO: 'Le disque n’a pas pu lire ou écrire',
  EISDIR: 'Un dossier se trouve là où il faut un fichier',
  ENAMETOOLONG: 'Ce nom est trop long',
  ENOENT: 'Ce fichier ou son dossier n’existe pas',
  ENOSPC: 'Le disque est plein',
  ENOTDIR: 'Un dossier de ce chemin est en fait un fichier',
  EPERM: 'Le compte de Hera n’a pas accès à ce fichier ou à son dossier',
  EROFS: 'Le disque est en lecture seule',
}
/** Message of better-sqlite3 for any use of a closed database. */
const CLOSED = 'The database connection is not open'
const NO_ACCESS = /^(EACCES|EPERM|EROFS)$/

/**
 * Returns a French sentence for a database error or a system error about a file; undefined for other errors.
 * @param path of the database
 */
export function describeFileError(error: unknown, path: string): string | undefined {
  if (error instanceof DatabaseError) return error.message
  if (!(error instanceof Error)) return undefined
  if (error.message === CLOSED) return OF_SQLITE.SQLITE_IOERR?.(path)
  const sentence = OF_SQLITE[/^SQLITE_[A-Z]+/.exec(sqliteCode(error))?.[0] ?? '']
  if (sentence) return sentence(path)
  const { code = '', path: file } = error as NodeJS.ErrnoException
  // The files beside the database: its lock, its key.
  if (NO_ACCESS.test(code) && file?.startsWith(`${path}.`)) return readOnly(file)
  const reason = OF_SYSTEM[code]
  return reason && `${reason}${file ? ` : ${file}` : ''}.`
}

/** Codes of errors that pass without a person: a lock, and a disk that is full or fails. */
const PASSING = /^(SQLITE_(BUSY|FULL|IOERR)|ENOSPC|EDQUOT|EIO|EROFS)/

/** True for an error of a locked database or of a full or failing disk, which may be over in a moment. */
export function mayPass(error: unknown): boolean {
  return error instanceof Error && 'code' in error && PASSING.test(String(error.code))
}

/** Runs work on a database. Passes the French sentence of a file error to `instead`; rethrows programming errors. */
export function withFileErrors<T>(path: string, work: () => T, instead: (sentence: string) => T): T {
  try {
    return work()
  } catch (error) {
    const sentence = describeFileError(error, path)
    if (sentence === undefined) throw error
    return instead(sentence)
  }
}

/**
 * Returns the code of a SQLite error, such as SQLITE_BUSY (https://www.sqlite.org/rescode.html); '' for other errors.
 */
export function sqliteCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code.startsWith('SQLITE_') ? code : ''
}

/** True if another process held the lock of the database. */
export function isLocked(error: unknown): boolean {
  return sqliteCode(error).startsWith('SQLITE_BUSY')
}

/** True if a row was rejected because another row has the same value in this UNIQUE column. */
export function isUniqueViolation(error: unknown, column: string): boolean {
  return (
    error instanceof Error && sqliteCode(error) === 'SQLITE_CONSTRAINT_UNIQUE' && error.message.endsWith(`.${column}`)
  )
}
