import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { blockingIn } from '../check/blocking.ts'
import { missingIn, parseFacts } from '../copy/parse-facts.ts'
import { isPublic } from '../server/config.ts'
import { HEADERS_FILE, MANIFEST_FILE, type Manifest } from '../server/manifest.ts'
import { noticesFor } from '../server/notices.ts'
import { leanPages } from './lean/pages.ts'
import { ownPolicies } from './own-policy.ts'
import { precompress } from './precompress.ts'
import { previewTexts } from './preview.ts'
import { serverBuild } from './server-build.ts'
import { splashScript } from './splash.ts'

const CONTENT = new URL('../content/', import.meta.url)

/**
 * What a build does besides the pages: puts the style sheet of the house first, refuses a public site that says nothing
 * of who publishes it, gives each page a policy of its own, compresses what is served as it is, and tells the server what it needs to know. In development it
 * checks the texts at each change.
 * @param siteUrl origin that the site is built for
 */
export function hera(siteUrl: string): AstroIntegration {
  return {
    name: 'hera',
    hooks: {
      'astro:config:setup': ({ command, injectScript }) => {
        // Before any component's style, because the first mention of a cascade layer settles its rank.
        injectScript('page-ssr', "import '/src/styles/global.css'")
        injectScript('head-inline', splashScript)
        // Vite shows a changed component at once; it wants to know of React before the first one arrives.
        if (command === 'dev') injectScript('page', "import '@vitejs/plugin-react/preamble'")
      },
      'astro:build:setup': ({ vite }) => {
        // One more entry beside Astro's own (index): plain JavaScript starts sooner and in less memory (docs/decisions/0015).
        const options = vite.environments?.ssr?.build?.rolldownOptions
        if (!options) throw new Error('Astro no longer says how it builds the server.')
        options.input = { main: 'src/server/main.ts' }
        options.output = serverBuild.output
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
        await precompress(client)
        writeFileSync(new URL(`../${MANIFEST_FILE}`, dir), JSON.stringify(manifest(siteUrl), null, 2))
      },
    },
  }
}

function refuseIncompleteSite(siteUrl: string): void {
  const blocking = blockingIn(readFileSync(new URL('company.yaml', CONTENT), 'utf8'), 'src/content/company.yaml')
  if (blocking.length === 0) return
  const list = `src/content/company.yaml : il manque ${blocking.length} renseignement${blocking.length > 1 ? 's' : ''} (npm run check:launch les nomme)`
  if (isPublic(siteUrl)) {
    console.error(`Le site ne peut pas être publié à ${siteUrl}. ${list}.`)
    process.exit(1)
  }
  console.log(`${list} : permis ici, refusé pour un site public.`)
}

function manifest(siteUrl: string): Manifest {
  const company = readFacts('company.yaml')
  return {
    siteUrl,
    builtAt: new Date().toISOString(),
    contactEmail: company.email ?? '',
    missing: missingIn(company),
    campaignEnds: readFacts('facts.yaml').fin_de_campagne ?? '',
    notices: noticesFor(company),
  }
}

function readFacts(file: string): Record<string, string> {
  return parseFacts(readFileSync(new URL(file, CONTENT), 'utf8'), `src/content/${file}`)
}
