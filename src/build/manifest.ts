import { company, missing, values } from '../copy/facts/facts.ts'
import { noticesFor } from '../copy/notices.ts'
import type { BuildManifest } from '../server/build-manifest.ts'
import { builtCommit } from './built-commit.ts'

/**
 * Returns the data about a build that the server needs.
 * @param siteUrl origin that the site is built for
 */
export function buildManifest(siteUrl: string): BuildManifest {
  return {
    siteUrl,
    builtAt: new Date().toISOString(),
    commit: builtCommit(),
    missing,
    campaignEnds: values.fin_de_campagne ?? '',
    notices: noticesFor(company),
  }
}
