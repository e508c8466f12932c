import { typographic } from '../../../copy/markdown/typography.ts'
import type { BuildManifest } from '../../build-manifest.ts'
import { isPublic } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import type { Queue } from '../../outbox/backlog.ts'
import { ageState } from './age-state.ts'
import { backupState } from './backup-state.ts'
import { clockState } from './clock-state.ts'
import { brokenDatabase, databaseState } from './database-state.ts'
import { diskState, freeMegabytes } from './disk-state.ts'
import { keyState } from './key-state.ts'
import { launchState } from './launch-state.ts'
import { houseAddressState, mailState } from './mail-state.ts'
import { offsiteState } from './offsite-state.ts'
import { type Part, type Status, worst } from './part.ts'
import { publicState } from './public-state.ts'
import { purgeState } from './purge-state.ts'
import { type Running, runningState } from './running-state.ts'
import { textsState } from './texts-state.ts'

/** How the installation is. */
export interface State {
  /** That of the worst part. */
  status: Status
  /** When it was looked at, UTC ISO 8601. */
  at: string
  /** In the order in which people want to read them. Parts that cannot be known are left out. */
  parts: readonly Part[]
}

export interface Surroundings {
  /** Gives the open database; throws where it cannot be used. */
  db: () => Database
  databasePath: string
  /** Whether e-mail is configured. */
  sendsEmail: boolean
  /** How long what waits for the hour’s budget will take; asked once the database is open. */
  queue?: (() => Queue) | undefined
  /** What the build told the server; undefined where there is no build. */
  build: Pick<BuildManifest, 'siteUrl' | 'builtAt' | 'missing' | 'campaignEnds'> | undefined
  /** Undefined where no server asks, as in the command. */
  running?: Running
  now: Date
}

/**
 * Looks at every part of the installation; nothing is changed. Takes some milliseconds for small databases, and up to a
 * tenth of a second for hundreds of thousands of rows. A database that cannot be read is one failed part, and the rest is
 * looked at all the same.
 */
export function readState({ db, databasePath, sendsEmail, queue, build, running, now }: Surroundings): State {
  const parts = [
    ...readDatabase(databasePath, () => {
      const opened = db()
      return [
        databaseState(opened, databasePath, running?.isDamaged),
        ...keyState(opened, databasePath),
        mailState(opened, sendsEmail, now, sendsEmail ? queue?.() : undefined),
        houseAddressState(opened, now),
        backupState(opened, now),
        ...offsiteState(opened, build !== undefined && isPublic(build.siteUrl), now),
        purgeState(opened, now),
        clockState(opened, build?.builtAt, now),
      ]
    }),
    ...readDisk(databasePath),
    ...(running ? [runningState(running)] : []),
    ...(running?.publicName ? [publicState(running.publicName)] : []),
    textsState(),
    ...(build ? [ageState(build, process.versions.node, now), launchState(build, now)] : []),
  ]
  return { status: worst(parts.map(({ status }) => status)), at: now.toISOString(), parts: parts.map(typeset) }
}

function readDatabase(path: string, read: () => Part[]): Part[] {
  try {
    return read()
  } catch (error) {
    return [brokenDatabase(error, path)]
  }
}

/** No part where the folder of the database is missing: that of the database says so. */
function readDisk(path: string): Part[] {
  try {
    return [diskState(freeMegabytes(path))]
  } catch {
    return []
  }
}

function typeset({ sentence, remedy, ...part }: Part): Part {
  return { ...part, sentence: typographic(sentence), ...(remedy && { remedy: typographic(remedy) }) }
}
