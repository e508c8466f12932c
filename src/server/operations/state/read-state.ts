import type { BuildManifest } from '../../build-manifest.ts'
import type { Database } from '../../database/database.ts'
import { withFileErrors } from '../../database/database-error.ts'
import { backupState } from './copies-state.ts'
import { databaseState, keyState, purgeState } from './database-state.ts'
import { clockState, diskState, freeMegabytes } from './machine-state.ts'
import { mailboxPart, mailState, staffAddressState } from './mail-state.ts'
import { type Diagnosis, fail, type Part, type Parts, type Status, toParts } from './part.ts'
import { ageState, launchState, type Running, runningState } from './site-state.ts'

/** State of the installation. */
export interface State {
  /** Status of the worst part. */
  status: Status
  /** When it was read, UTC ISO 8601. */
  at: string
  /** In display order. Parts that cannot be determined are omitted. */
  parts: readonly Part[]
}

export interface StateInputs {
  /** Returns the open database; throws if it cannot be used. */
  db: () => Database
  databasePath: string
  /** True if SMTP_URL is set. */
  sendsEmail: boolean
  /** True if IMAP_URL is set. */
  readsMail: boolean
  /** Manifest of the build; undefined if there is no build. */
  build: Pick<BuildManifest, 'siteUrl' | 'builtAt' | 'missing' | 'campaignEnds'> | undefined
  /** Undefined in the command, where no server runs. */
  running?: Running
  now: Date
}

/**
 * Checks every part of the installation and changes nothing. Takes some milliseconds for small databases, and up
 * to a tenth of a second for hundreds of thousands of rows. A database that cannot be read is one failed part;
 * the others are still checked.
 */
export function readState({ db, databasePath, sendsEmail, readsMail, build, running, now }: StateInputs): State {
  const inDatabase = (): Parts => {
    const opened = db()
    return {
      database: databaseState(opened),
      key: keyState(opened, databasePath),
      mail: mailState(opened, now, sendsEmail),
      'house-address': staffAddressState(opened, now),
      mailbox: readsMail ? mailboxPart(opened, now) : undefined,
      backup: backupState(opened, now),
      purge: purgeState(opened, now),
      clock: clockState(opened, now),
    }
  }
  const parts = toParts({
    ...withFileErrors(databasePath, inDatabase, (sentence) => ({ database: fail(sentence) })),
    disk: readDisk(databasePath),
    running: running && runningState(running),
    age: build && ageState(build, process.versions.node, now),
    launch: build && launchState(build, now),
  })
  const status = (['fail', 'warn'] as const).find((each) => parts.some((part) => part.status === each)) ?? 'pass'
  return { status, at: now.toISOString(), parts }
}

/** Returns undefined if the folder of the database is missing, which the state of the database reports. */
function readDisk(path: string): Diagnosis | undefined {
  try {
    return diskState(freeMegabytes(path))
  } catch {
    return undefined
  }
}
