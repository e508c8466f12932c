import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { HOUR_MS } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { isClockDoubted, lastKnownTime } from '../../leads/retention/known-time.ts'
import { newestLead } from '../../leads/statistics.ts'
import { momentInParis } from '../../paris-time.ts'
import { type Diagnosis, fail, pass, warn } from './part.ts'

/** Tolerated difference to the clock of another machine, in milliseconds. */
export const CLOCK_TOLERANCE_MS = HOUR_MS

const SET_CLOCK = 'Vérifiez la date de la machine (timedatectl).'

/** Checks that the clock is not before the newest row, and not long after the last known time. */
export function clockState(db: Database, now: Date): Diagnosis {
  const said = `L’horloge dit ${momentInParis(now.toISOString())}`
  if (isClockDoubted(db, now)) {
    const known = momentInParis(lastKnownTime(db) ?? '')
    const sentence = `${said}, la dernière heure connue est ${known} : elle est fausse, ou le site est resté arrêté.`
    return fail(sentence, `${SET_CLOCK} Si elle est juste : hera purge`)
  }
  const newest = newestLead(db)
  if (newest && Date.parse(newest) - now.getTime() > CLOCK_TOLERANCE_MS) {
    const dated = momentInParis(newest)
    return warn(`${said}, mais le dernier envoi est daté du ${dated} : elle a été fausse, ou l’est.`, SET_CLOCK)
  }
  return pass(`${said}.`)
}

const LOW_MB = 1000
const FULL_MB = 100
const BYTES_PER_MB = 1e6
const MB_PER_GB = 1000

/** Free megabytes for an unprivileged process on the disk of a file. Throws the system's error. */
export function freeMegabytes(path: string): number {
  const { bavail, bsize } = statfsSync(dirname(path))
  return Math.floor((bavail * bsize) / BYTES_PER_MB)
}

/** @param free megabytes */
export function diskState(free: number): Diagnosis {
  const room = free < MB_PER_GB ? `${free} Mo` : `${Math.floor(free / MB_PER_GB)} Go`
  const sentence = `${room} libres sur le disque de la base.`
  if (free >= LOW_MB) return pass(sentence)
  const remedy = 'Faites de la place : anciennes copies, anciennes versions, journaux.'
  return (free < FULL_MB ? fail : warn)(sentence, remedy)
}
