import { lacksFixes } from '../../../../startup.mjs'
import { dayInParis, longDay } from '../../../forms/calendar.ts'
import { COMPANY } from '../../../model/known-facts.ts'
import type { BuildManifest } from '../../build-manifest.ts'
import { DAY_MS } from '../../clock.ts'
import { isPublic } from '../../config.ts'
import { type Diagnosis, fail, pass, warn } from './part.ts'

/** State that only the running server knows. */
export interface Running {
  /** True if a write failed within the last minute. */
  writesFail: boolean
  /** True if the files of the site were not replaced since the server started. */
  buildIsWhole: boolean
}

/** Checks for failures that visitors see and the other parts do not show. */
export function runningState({ writesFail, buildIsWhole }: Running): Diagnosis {
  if (!buildIsWhole)
    return fail(
      'Les fichiers du site ont été remplacés pendant qu’il tourne : des pages peuvent manquer.',
      'Redémarrez le serveur.',
    )
  if (writesFail)
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
