import { sqliteCode } from './sqlite-error.ts'

/** The database cannot be used as it is. The message is a French sentence for the operator that says what to do. */
export class DatabaseError extends Error {}

/** What codes of SQLite mean for a file, and what to do; a code stands for its extended codes too. */
const SENTENCES: Readonly<Record<string, (path: string, said: string) => string>> = {
  SQLITE_NOTADB: (path, said) => `${path} est endommagé (${said}). Restaurez une sauvegarde.`,
  SQLITE_CORRUPT: (path, said) => `${path} est endommagé (${said}). Restaurez une sauvegarde.`,
  SQLITE_CANTOPEN: (path) => `${path} ne peut pas être ouvert : vérifiez le chemin et les droits du dossier.`,
  SQLITE_READONLY: (path) =>
    `${path} ne peut pas être modifié : vérifiez les droits du fichier, du dossier et du disque.`,
  SQLITE_BUSY: (path) => `${path} est occupé par un autre programme : recommencez dans un instant.`,
  SQLITE_FULL: (path) => `${path} : le disque est plein. Faites de la place.`,
  SQLITE_IOERR: (path) => `${path} : la lecture ou l’écriture sur le disque a échoué. Vérifiez le disque.`,
}

/** The same for codes of the system. */
const SYSTEM: Readonly<Record<string, string>> = {
  EACCES: 'Ce compte n’a pas accès à ce fichier ou à son dossier',
  EISDIR: 'C’est un dossier, pas un fichier',
  ENOENT: 'Ce fichier ou son dossier n’existe pas',
  ENOSPC: 'Le disque est plein',
  ENOTDIR: 'Une partie du chemin n’est pas un dossier',
  EPERM: 'Ce compte n’a pas accès à ce fichier ou à son dossier',
  EROFS: 'Le disque est en lecture seule',
}

/**
 * Says in French what is wrong with a database, or with the file that an error of the system names; undefined for an
 * error that is a mistake of the program.
 * @param path of the database
 */
export function describeFileError(error: unknown, path: string): string | undefined {
  if (error instanceof DatabaseError) return error.message
  if (!(error instanceof Error)) return undefined
  const sentence = SENTENCES[/^SQLITE_[A-Z]+/.exec(sqliteCode(error))?.[0] ?? '']
  if (sentence) return sentence(path, error.message)
  const { code = '', path: file } = error as NodeJS.ErrnoException
  const reason = SYSTEM[code]
  return reason && `${reason}${file ? ` : ${file}` : ''}.`
}
