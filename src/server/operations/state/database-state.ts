import { existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { HOUR_MS } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { firstStart, readFact } from '../../database/small-facts.ts'
import { reasonToHoldPurge } from '../../leads/retention/daily-purge.ts'
import { momentInParis } from '../../paris-time.ts'
import { createKeyedHash, isOwnKey, keyPath } from '../../people/keyed-hash.ts'
import { type Diagnosis, fail, pass, warn } from './diagnosis.ts'

/** @param writesFail true if a write of a visitor failed lately, although the database can be opened */
export function databaseState(writesFail: boolean): Diagnosis {
  if (!writesFail) return pass('Elle répond.')
  return fail(
    'Un envoi n’a pas pu être enregistré dans la dernière minute.',
    'Regardez la place qui reste sur le disque, et quel programme tient la base.',
  )
}

/**
 * Checks that the key beside the database is the one its hashes were made with; returns undefined if the
 * database does not know its key yet.
 */
export function keyState(db: Database, databasePath: string): Diagnosis | undefined {
  if (readFact(db, 'hash-key') === undefined) return undefined
  const path = keyPath(databasePath)
  if (isKeyOf(db, databasePath)) return pass('C’est celle de la base.')
  return fail(
    'Elle manque, ne se lit pas ou n’est pas celle de la base : les oppositions sont inconnues, aucune lettre ne part, et les liens déjà envoyés ne servent plus.',
    `Remettez ${path}, gardée à côté de chaque sauvegarde, lisible par le compte du service, puis redémarrez. Perdue pour de bon : hera doctor --new-key`,
  )
}

function isKeyOf(db: Database, databasePath: string): boolean {
  try {
    return existsSync(keyPath(databasePath)) && isOwnKey(db, createKeyedHash(databasePath))
  } catch {
    return false
  }
}

/** Age from which the nightly backup or the daily purge counts as missed. */
const MISSED_MS = 48 * HOUR_MS

const COPY_NOW = 'Pour en faire une : hera backup ; pour savoir pourquoi, lisez le journal du site à 3 h 15.'

/** Checks the age of the last backup and that it succeeded, with its check of every page. */
export function backupState(db: Database, now: Date): Diagnosis {
  const isMissed = (at: string) => now.getTime() - Date.parse(at) > MISSED_MS
  const last = readFact(db, 'backup')
  const failed = readFact(db, 'backup-failed')
  if (failed) {
    const before = last ? `la dernière bonne est du ${momentInParis(last)}` : 'aucune n’a encore réussi'
    return fail(`Celle du ${momentInParis(failed)} a échoué ; ${before}.`, COPY_NOW)
  }
  if (!last) {
    const first = firstStart(db)
    return (first && isMissed(first) ? fail : warn)('Aucune sauvegarde n’a encore été faite.', COPY_NOW)
  }
  const sentence = `La dernière, vérifiée, est du ${momentInParis(last)}.`
  return isMissed(last) ? fail(sentence, COPY_NOW) : pass(sentence)
}

/** Checks if expired data is purged, or if the purge waits for confirmation by a person. */
export function purgeState(db: Database, now: Date): Diagnosis {
  const hold = reasonToHoldPurge(db, now)
  if (hold) {
    const sentence = `L’effacement de chaque jour est suspendu : ${hold}.`
    const remedy = 'Si la date de la machine est juste (timedatectl), effacez par : hera purge'
    return fail(sentence, remedy)
  }
  const last = readFact(db, 'purge')
  if (!last) return pass('Le site efface à son démarrage, puis chaque jour.')
  const sentence = `Dernier effacement le ${momentInParis(last)}.`
  if (now.getTime() - Date.parse(last) <= MISSED_MS) return pass(sentence)
  return warn(sentence, 'Le site l’aurait fait chaque jour s’il tournait : démarrez-le.')
}

const LOW_MB = 1000
const FULL_MB = 100
const BYTES_PER_MB = 1e6

/**
 * Checks the room for an unprivileged process on the disk of the database; returns undefined if its folder is missing,
 * as the state of the database says.
 */
export function diskState(databasePath: string): Diagnosis | undefined {
  try {
    const { bavail, bsize } = statfsSync(dirname(databasePath))
    return roomState(Math.floor((bavail * bsize) / BYTES_PER_MB))
  } catch {
    return undefined
  }
}

/** @param free megabytes */
export function roomState(free: number): Diagnosis {
  const sentence = `${free.toLocaleString('fr-FR')} Mo libres sur le disque de la base.`
  if (free >= LOW_MB) return pass(sentence)
  const remedy = 'Faites de la place : anciennes copies, anciennes versions, journaux.'
  return (free < FULL_MB ? fail : warn)(sentence, remedy)
}
