import { longDay } from '../../../forms/calendar.ts'
import type { BuildManifest } from '../../build-manifest.ts'
import { DAY_MS } from '../../clock.ts'
import { type Diagnosis, fail, pass, warn } from '../diagnosis.ts'

/** Age in days from which a build probably lacks security updates of its packages. */
const OLD_DAYS = 90
/**
 * Last day of support for major versions of Node, from https://github.com/nodejs/Release (schedule.json) in
 * November 2026. Versions that are not listed are not checked.
 */
const NODE_ENDS: Readonly<Record<string, string>> = { 20: '2026-04-30', 22: '2027-04-30', 24: '2028-04-30' }
const REMEDY = 'Construisez une nouvelle version et installez-la : hera upgrade ARCHIVE'

/** Checks if the version of Node is out of support or the build too old. */
export function ageState({ builtAt }: Pick<BuildManifest, 'builtAt'>, node: string, now: Date): Diagnosis {
  const [major = ''] = node.split('.')
  const end = NODE_ENDS[major]
  if (end && end < now.toISOString().slice(0, 10))
    return fail(`Node ${major}, qui fait tourner le site, n’est plus corrigé depuis le ${longDay(end)}.`, REMEDY)
  const days = Math.floor((now.getTime() - Date.parse(builtAt)) / DAY_MS)
  const sentence = `Construite le ${longDay(builtAt)}.`
  if (days < OLD_DAYS) return pass(sentence)
  const late = `${sentence} Elle a plus de ${OLD_DAYS} jours : des corrections de sécurité lui manquent sans doute.`
  return warn(late, REMEDY)
}
