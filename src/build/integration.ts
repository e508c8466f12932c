import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { FactsError, missingIn, readFacts } from '../copy/parse-facts.ts'
import { HEADERS_FILE, MANIFEST_FILE, type Manifest } from '../server/build-manifest.ts'
import { noticesFor } from '../server/submissions/notices.ts'
import { leanPages } from './lean/pages.ts'
import { ownPolicies } from './own-policy.ts'
import { precompress } from './precompress.ts'
import { previewTexts } from './preview.ts'
import { refuseBrokenTexts, refuseIncompleteSite } from './refuse.ts'
import { removePlaces } from './remove-places.ts'
import { splashScript } from './splash.ts'

const CONTENT = new URL('../content/', import.meta.url)

/**
 * What a build does besides the pages: refuses texts that break a page and a public site that says nothing of who
 * publishes it, puts the style sheet of the house first, gives each page a policy of its own, compresses what is served
 * as it is, and tells the server what it needs to know. In development it checks the texts at each change.
 * @param siteUrl origin that the site is built for
 */
export function hera(siteUrl: string): AstroIntegration {
  return {
    name: 'hera',
    hooks: {
      'astro:config:setup': async ({ command, injectScript }) => {
        // Before Astro reads the texts, whose own message is a stack in English.
        if (command === 'build') await refuseBrokenTexts()
        // Before any component's style, because the first mention of a cascade layer settles its rank.
        injectScript('page-ssr', "import '/src/styles/global.css'")
        injectScript('head-inline', splashScript)
        // Vite shows a changed component at once; it wants to know of React before the first one arrives.
        if (command === 'dev') injectScript('page', "import '@vitejs/plugin-react/preamble'")
      },
      'astro:server:setup': async ({ server, logger }) => {
        previewTexts(server, logger)
        // Only here, so that a build never opens the database.
        const { answerInDevelopment } = await import('./dev-server.ts')
        answerInDevelopment(server, manifest(siteUrl))
      },
      'astro:build:start': () => refuseIncompleteSite(siteUrl),
      'astro:build:done': async ({ dir }) => {
        const client = fileURLToPath(dir)
        ownPolicies(client, fileURLToPath(new URL(`../${HEADERS_FILE}`, dir)), await leanPages(client))
        await removePlaces(client)
        await precompress(client)
        writeFileSync(new URL(`../${MANIFEST_FILE}`, dir), JSON.stringify(manifest(siteUrl), null, 2))
      },
    },
  }
}

function manifest(siteUrl: string): Manifest {
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

/** None where the file cannot be read, which only development goes on with: it then says so over the page. */
function factsOf(file: string): Record<string, string> {
  try {
    return readFacts(new URL(file, CONTENT), `src/content/${file}`)
  } catch (error) {
    if (error instanceof FactsError) return {}
    throw error
  }
}
