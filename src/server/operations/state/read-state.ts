import type { BuildManifest } from '../../build-manifest.ts'
import { isPublic } from '../../config.ts'
import { findSchemaDifferences } from '../../database/check-schema.ts'
import type { Database } from '../../database/database.ts'
import { damaged, orFileError } from '../../database/database-error.ts'
import type { Queue } from '../../outbox/backlog.ts'
import { type Diagnosis, fail, pass, type Status } from '../diagnosis.ts'
import { ageState } from './age-state.ts'
import { backupState } from './backup-state.ts'
import { clockState } from './clock-state.ts'
import { diskState, freeMegabytes } from './disk-state.ts'
import { keyState } from './key-state.ts'
import { launchState } from './launch-state.ts'
import { houseAddressState, mailState } from './mail-state.ts'
import { offsiteState } from './offsite-state.ts'
import { type Part, type PartName, toPart } from './part.ts'
import { publicState } from './public-state.ts'
import { purgeState } from './purge-state.ts'
import { type Running, runningState } from './running-state.ts'
import { textsState } from './texts-state.ts'

/** State of the installation. */
export interface State {
  /** Status of the worst part. */
  status: Status
  /** When it was read, UTC ISO 8601. */
  at: string
  /** In display order. Parts that cannot be determined are omitted. */
  parts: readonly Part[]
}

export interface Surroundings {
  /** Returns the open database; throws if it cannot be used. */
  db: () => Database
  databasePath: string
  /** Backlogs of the mail queue, called once the database is open; undefined if e-mail is not configured. */
  queue?: (() => Queue) | undefined
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
export function readState({ db, databasePath, queue, build, running, now }: Surroundings): State {
  const inDatabase = (): Found => {
    const opened = db()
    return {
      database: databaseState(opened, databasePath, running?.isDamaged),
      key: keyState(opened, databasePath),
      mail: mailState(opened, now, queue?.()),
      'house-address': houseAddressState(opened, now),
      backup: backupState(opened, now),
      offsite: offsiteState(opened, build !== undefined && isPublic(build.siteUrl), now),
      purge: purgeState(opened, now),
      clock: clockState(opened, build?.builtAt, now),
    }
  }
  const found = {
    ...orFileError(databasePath, inDatabase, (sentence) => ({ database: fail(sentence) })),
    disk: readDisk(databasePath),
    running: running && runningState(running),
    public: running?.publicName && publicState(running.publicName),
    texts: textsState(),
    age: build && ageState(build, process.versions.node, now),
    launch: build && launchState(build, now),
  }
  const parts = (Object.entries(found) as [PartName, Diagnosis | undefined][]).flatMap(([name, diagnosis]) =>
    diagnosis ? [toPart(name, diagnosis)] : [],
  )
  const status = (['fail', 'warn'] as const).find((each) => parts.some((part) => part.status === each)) ?? 'pass'
  return { status, at: now.toISOString(), parts }
}

type Found = Partial<Record<PartName, Diagnosis | undefined>>

/** Checks that forms and tables match, and that no damage of the file is known. */
function databaseState(db: Database, path: string, isDamaged = false): Diagnosis {
  if (isDamaged) return fail(damaged(path))
  const differences = findSchemaDifferences(db)
  if (differences.length > 0) return fail(differences.join(' '), 'Le site refuse de démarrer ainsi.')
  return pass('Les formulaires et leurs tables concordent.')
}

/** Returns undefined if the folder of the database is missing, which the state of the database reports. */
function readDisk(path: string): Diagnosis | undefined {
  try {
    return diskState(freeMegabytes(path))
  } catch {
    return undefined
  }
}
