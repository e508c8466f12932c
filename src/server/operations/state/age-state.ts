import { longDay } from '../../../forms/calendar.ts'
import type { BuildManifest } from '../../build-manifest.ts'
import { DAY_MS } from '../../clock.ts'
import { type Diagnosis, fail, pass, warn } from '../diagnosis.ts'

/** Age from which a build has missed corrections that its packages have had since. */
const OLD_DAYS = 90
/**
 * Last day on which major versions of Node get corrections: https://github.com/nodejs/Release (schedule.json), as it was in
 * November 2026. A version that is not here says nothing.
 */
const NODE_ENDS: Readonly<Record<string, string>> = { 20: '2026-04-30', 22: '2027-04-30', 24: '2028-04-30' }
const REMEDY = 'Construisez une nouvelle version et installez-la : hera upgrade ARCHIVE'

/** Whether what is served is too old: nobody corrects it any more, or corrections have come since. */
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
