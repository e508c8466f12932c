import { FactsError, missingIn, readFacts } from '../copy/facts/parse-facts.ts'
import { noticesFor } from '../copy/notices.ts'
import type { BuildManifest } from '../server/build-manifest.ts'

const CONTENT = new URL('../content/', import.meta.url)

/**
 * What the server needs to know of a build.
 * @param siteUrl origin that the site is built for
 */
export function buildManifest(siteUrl: string): BuildManifest {
  const company = factsOf('company.yaml')
  return {
    siteUrl,
    builtAt: new Date().toISOString(),
    contactEmail: company.email ?? '',
    missing: missingIn(company),
    campaignEnds: factsOf('facts.yaml').fin_de_campagne ?? '',
    notices: noticesFor(company),
  }
}

/** Empty when the file cannot be read: only development continues then, and shows the mistake over the page. */
function factsOf(file: string): Record<string, string> {
  try {
    return readFacts(new URL(file, CONTENT), `src/content/${file}`)
  } catch (error) {
    if (error instanceof FactsError) return {}
    throw error
  }
}
