import { NEEDED } from '../../../copy/facts/parse-facts.ts'
import { dayInParis, longDay } from '../../../forms/calendar.ts'
import type { BuildManifest } from '../../build-manifest.ts'
import { isPublic } from '../../config.ts'
import { type Diagnosis, fail, pass, warn } from '../diagnosis.ts'

/** Lists legal details that were missing when the site was built, and reports a campaign that has ended. */
export function launchState(build: Pick<BuildManifest, 'siteUrl' | 'missing' | 'campaignEnds'>, now: Date): Diagnosis {
  const { siteUrl, missing, campaignEnds } = build
  if (missing.length > 0) {
    const names = missing.map((name) => NEEDED[name] ?? name).join(' ; ')
    const remedy = 'Complétez src/content/company.yaml, puis construisez le site à nouveau.'
    return (isPublic(siteUrl) ? fail : warn)(`Mentions de la maison à compléter : ${names}.`, remedy)
  }
  const end = longDay(campaignEnds)
  if (campaignEnds < dayInParis(now))
    return warn(`La campagne du bandeau est finie depuis le ${end}.`, 'Mettez à jour src/content/facts.yaml.')
  return pass(`Les mentions sont complètes, la campagne court jusqu’au ${end}.`)
}
