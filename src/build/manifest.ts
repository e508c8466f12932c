import { missingIn } from '../copy/facts/identity.ts'
import { readFacts } from '../copy/facts/parse-facts.ts'
import { noticesFor } from '../copy/notices.ts'
import type { BuildManifest } from '../server/build-manifest.ts'

const CONTENT = new URL('../content/', import.meta.url)

/**
 * Returns the data about a build that the server needs.
 * @param siteUrl origin that the site is built for
 */
export function buildManifest(siteUrl: string): BuildManifest {
  const company = readFacts(new URL('company.yaml', CONTENT))
  return {
    siteUrl,
    builtAt: new Date().toISOString(),
    missing: missingIn(company),
    campaignEnds: readFacts(new URL('facts.yaml', CONTENT)).fin_de_campagne ?? '',
    notices: noticesFor(company),
  }
}
