import { typographic } from '../../../copy/markdown/typography.ts'
import type { Database } from '../../database/database.ts'
import { withFileErrors } from '../../database/database-error.ts'
import { backupState, databaseState, diskState, keyState, purgeState } from './database-state.ts'
import { type Diagnosis, fail, type Status } from './diagnosis.ts'
import { mailboxPart, mailState } from './mail-state.ts'

/** Names of the parts, in display order. */
const TITLES = {
  database: 'Base de données',
  key: 'Clé des empreintes',
  mail: 'E-mails',
  mailbox: 'Boîte de réception',
  backup: 'Sauvegarde',
  purge: 'Durées de conservation',
  disk: 'Disque',
} as const

type PartName = keyof typeof TITLES
type Parts = Partial<Record<PartName, Diagnosis | undefined>>

/** State of one part of the installation. Its sentence is also for the owner, so it names no command. */
export interface Part extends Diagnosis {
  name: PartName
  /** Displayed name, in French. */
  title: string
}

/** State of the installation. */
export interface State {
  /** Status of the worst part. */
  status: Status
  /** When it was read, UTC ISO 8601. */
  at: string
  /** In display order. Parts that cannot be determined are omitted. */
  parts: readonly Part[]
}

interface StateInputs {
  /** Returns the open database; throws if it cannot be used. */
  db: () => Database
  databasePath: string
  /** True if SMTP_URL is set. */
  sendsEmail: boolean
  /** True if IMAP_URL is set. */
  readsMail: boolean
  /** True if a write of a visitor failed lately. */
  writesFail?: boolean
  now: Date
}

/**
 * Checks every part of the installation and changes nothing. Takes some milliseconds for small databases, and up
 * to a tenth of a second for hundreds of thousands of rows. A database that cannot be read is one failed part;
 * the others are still checked.
 */
export function readState({ db, databasePath, sendsEmail, readsMail, writesFail = false, now }: StateInputs): State {
  const inDatabase = (): Parts => {
    const opened = db()
    return {
      database: databaseState(writesFail),
      key: keyState(opened, databasePath),
      mail: mailState(opened, now, sendsEmail),
      mailbox: readsMail ? mailboxPart(opened, now) : undefined,
      backup: backupState(opened, now),
      purge: purgeState(opened, now),
    }
  }
  const parts = toParts({
    ...withFileErrors(databasePath, inDatabase, (sentence) => ({ database: fail(sentence) })),
    disk: diskState(databasePath),
  })
  const status = (['fail', 'warn'] as const).find((each) => parts.some((part) => part.status === each)) ?? 'pass'
  return { status, at: now.toISOString(), parts }
}

/** Returns the parts that were checked, with French typography. */
function toParts(found: Parts): Part[] {
  return (Object.entries(TITLES) as [PartName, string][]).flatMap(([name, title]) => {
    const { status, sentence, remedy } = found[name] ?? {}
    if (!status || !sentence) return []
    return [{ name, title, status, sentence: typographic(sentence), ...(remedy && { remedy: typographic(remedy) }) }]
  })
}
