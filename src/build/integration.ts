import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { missingIn, parseFacts } from '../copy/parse-facts.ts'
import { isPublic } from '../server/config.ts'
import { MANIFEST_FILE, type Manifest } from '../server/manifest.ts'
import { noticesFor } from '../server/notices.ts'
import { precompress } from './precompress.ts'

const CONTENT = new URL('../content/', import.meta.url)

/**
 * What a build does besides the pages: puts the style sheet of the house first, refuses a public site that says nothing of who publishes it, compresses what is
 * served as it is, and tells the server what it needs to know.
 * @param siteUrl origin that the site is built for
 */
export function hera(siteUrl: string): AstroIntegration {
  return {
    name: 'hera',
    hooks: {
      // Before any component's style, because the first mention of a cascade layer settles its rank.
      'astro:config:setup': ({ injectScript }) => injectScript('page-ssr', "import '/src/styles/global.css'"),
      'astro:build:start': () => refuseIncompleteSite(siteUrl),
      'astro:build:done': async ({ dir }) => {
        await precompress(fileURLToPath(dir))
        writeFileSync(new URL(`../${MANIFEST_FILE}`, dir), JSON.stringify(manifest(siteUrl), null, 2))
      },
    },
  }
}

function refuseIncompleteSite(siteUrl: string): void {
  const missing = missingIn(readFacts('company.yaml'))
  if (missing.length === 0) return
  const list = `src/content/company.yaml : à compléter : ${missing.join(', ')}.`
  if (isPublic(siteUrl)) {
    console.error(`Le site ne peut pas être publié à ${siteUrl}. ${list}`)
    process.exit(1)
  }
  console.log(`${list} (permis ici, refusé pour un site public)`)
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
