import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { lacksFixes } from '../../../../startup.mjs'
import { dayInParis, longDay } from '../../../forms/calendar.ts'
import { COMPANY } from '../../../model/known-facts.ts'
import type { BuildManifest } from '../../build-manifest.ts'
import { DAY_MS } from '../../clock.ts'
import { isPublic } from '../../config.ts'
import { type Diagnosis, fail, pass, warn } from './diagnosis.ts'

const LOW_MB = 1000
const FULL_MB = 100
const BYTES_PER_MB = 1e6
const MB_PER_GB = 1000

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
  const room = free < MB_PER_GB ? `${free} Mo` : `${Math.floor(free / MB_PER_GB)} Go`
  const sentence = `${room} libres sur le disque de la base.`
  if (free >= LOW_MB) return pass(sentence)
  const remedy = 'Faites de la place : anciennes copies, anciennes versions, journaux.'
  return (free < FULL_MB ? fail : warn)(sentence, remedy)
}

/** Result of the cheap public health check. */
export interface Health {
  /** True if writes reach the disk: the test write, and all submissions of the last minute. */
  write: boolean
  /** False if the files of the site were replaced since the server started; pages then fail to load some of them. */
  build?: false
  /** True if the mail server accepted the last message; undefined if e-mail is not configured. */
  mail?: boolean
}

/** Checks for failures that visitors see and the other parts do not show. */
export function runningState({ write, build }: Health): Diagnosis {
  if (build === false)
    return fail(
      'Les fichiers du site ont été remplacés pendant qu’il tourne : des pages peuvent manquer.',
      'Redémarrez le serveur.',
    )
  if (!write)
    return fail(
      'Un envoi n’a pas pu être enregistré dans la dernière minute.',
      'Regardez la place qui reste sur le disque, et quel programme tient la base.',
    )
  return pass('Les envois s’enregistrent.')
}

/** Age in days from which a build probably lacks security updates of its packages. */
const OLD_DAYS = 90
const UPGRADE = 'Mettez le site à jour : deploy/README.md, « Mettre à jour ».'

/** Checks if the version of Node lacks security fixes or the build is too old. */
export function ageState({ builtAt }: Pick<BuildManifest, 'builtAt'>, node: string, now: Date): Diagnosis {
  if (lacksFixes(node)) return warn(`Des corrections de sécurité manquent à Node ${node}.`, UPGRADE)
  const days = Math.floor((now.getTime() - Date.parse(builtAt)) / DAY_MS)
  const sentence = `Construite le ${longDay(builtAt)}.`
  if (days < OLD_DAYS) return pass(sentence)
  const late = `${sentence} Elle a plus de ${OLD_DAYS} jours : des corrections de sécurité lui manquent sans doute.`
  return warn(late, UPGRADE)
}

/** Lists legal details that were missing when the site was built, and reports a campaign that has ended. */
export function launchState(build: Pick<BuildManifest, 'siteUrl' | 'missing' | 'campaignEnds'>, now: Date): Diagnosis {
  const { siteUrl, missing, campaignEnds } = build
  if (missing.length > 0) {
    const names = missing.map((name) => COMPANY[name]?.says ?? name).join(' ; ')
    const remedy = 'Complétez src/content/company.yaml, puis construisez le site à nouveau.'
    return (isPublic(siteUrl) ? fail : warn)(`Mentions de la maison à compléter : ${names}.`, remedy)
  }
  const end = longDay(campaignEnds)
  if (campaignEnds < dayInParis(now))
    return warn(`La campagne du bandeau est finie depuis le ${end}.`, 'Mettez à jour src/content/facts.yaml.')
  return pass(`Les mentions sont complètes, la campagne court jusqu’au ${end}.`)
}
