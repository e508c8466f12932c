import { dayInParis, longDay } from '../../../forms/calendar.ts'
import type { BuildManifest } from '../../build-manifest.ts'
import { isPublic } from '../../config.ts'
import type { Part } from './part.ts'

/** What is still missing of what the law and the opening ask for, as it was when the site was built. */
export function launchState(build: Pick<BuildManifest, 'siteUrl' | 'missing' | 'campaignEnds'>, now: Date): Part {
  const part = {
    name: 'launch',
    title: 'Ouverture',
    observed: { value: build.missing.length, unit: 'points' },
  } as const
  if (build.missing.length > 0) {
    const sentence = `Mentions de la maison à compléter : ${build.missing.map((name) => name.replaceAll('_', ' ')).join(', ')}.`
    const remedy = 'Complétez src/content/company.yaml, puis construisez le site à nouveau.'
    return { ...part, status: isPublic(build.siteUrl) ? 'fail' : 'warn', sentence, remedy }
  }
  if (build.campaignEnds < dayInParis(now)) {
    const sentence = `La campagne du bandeau est finie depuis le ${longDay(build.campaignEnds)}.`
    return { ...part, status: 'warn', sentence, remedy: 'Mettez à jour src/content/facts.yaml.' }
  }
  return {
    ...part,
    status: 'pass',
    sentence: `Les mentions sont complètes, la campagne court jusqu’au ${longDay(build.campaignEnds)}.`,
  }
}
