import { FactsError, missingIn, readFacts } from '../copy/facts/parse-facts.ts'
import { noticesFor } from '../copy/notices.ts'
import type { BuildManifest } from '../server/build-manifest.ts'

const CONTENT = new URL('../content/', import.meta.url)

/**
 * Returns the data about a build that the server needs.
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

/** Returns {} if the file cannot be read. Only `astro dev` gets that far, and shows the error instead of the page. */
function factsOf(file: string): Record<string, string> {
  try {
    return readFacts(new URL(file, CONTENT), `src/content/${file}`)
  } catch (error) {
    if (error instanceof FactsError) return {}
    throw error
  }
}
