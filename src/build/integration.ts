import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { headScript } from '../browser/head.ts'
import { trackers } from '../browser/storage.ts'
import { builtPath } from '../forms/presets.ts'
import { HEADERS_FILE, MANIFEST_FILE } from '../server/build-manifest.ts'
import { BROWSERS } from './browsers.ts'
import { refuseBrokenTexts, refuseIncompleteSite } from './build-blockers.ts'
import { compileServer } from './compile.ts'
import { buildManifest } from './manifest.ts'
import { closePackageRoutes } from './package-routes.ts'
import { ownPolicies } from './page-hashes.ts'
import { DEVELOPMENT_POLICY } from './page-policy.ts'
import { precompress } from './precompress.ts'
import { previewTexts } from './preview/preview.ts'
import { removeMetadata } from './remove-metadata.ts'
import { removeOriginals } from './remove-originals.ts'
import { wordsPlugin } from './words-plugin.ts'

/** In `astro dev`, splash and popup are shown only at http://localhost:4321/?visite */
const withoutInterruptions = `for (const key of ${JSON.stringify([trackers.splash.key, trackers.popup.key])})
  location.search === '?visite' ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, '1')`

/**
 * Steps of a build besides the pages: rejects texts that break a page, and a public site without the legal
 * identity of its publisher; removes routes added by packages; imports the global style sheet first; writes a CSP
 * for each page; deletes unused pictures and photo metadata; compresses static files; writes the server's manifest
 * and compiles the server. In development, checks the texts after each change.
 * @param siteUrl origin that the site is built for
 */
export function hera(siteUrl: string): AstroIntegration {
  let started = 0
  return {
    name: 'hera',
    hooks: {
      'astro:config:setup': async ({ command, injectRoute, injectScript, addClientDirective, updateConfig }) => {
        if (command === 'build') {
          started = performance.now()
          console.log('Le site se construit ; la première fois, ses images demandent une dizaine de secondes.')
          // Before Astro reads the texts, because its own error is a stack trace in English.
          await refuseBrokenTexts()
        }
        // Before any component's style, because the first mention of a cascade layer sets its rank.
        injectScript('page-ssr', "import '/src/styles/global.css'")
        if (command === 'dev') injectScript('head-inline', withoutInterruptions)
        injectScript('head-inline', headScript)
        // Only in development: a built site has no previews.
        if (command === 'dev')
          injectRoute({ pattern: '/apercu/emails', entrypoint: './src/build/preview/email-preview.astro' })
        updateConfig({ vite: { plugins: [wordsPlugin()] } })
        addClientDirective({ name: 'touch', entrypoint: './src/browser/touch.ts' })
      },
      'astro:server:setup': ({ server, logger }) => {
        server.middlewares.use((req, res, next) => {
          res.setHeader('Content-Security-Policy', DEVELOPMENT_POLICY)
          // Same path as in production, where the server rewrites the query before it looks for a file.
          const target = new URL(req.url ?? '', 'http://localhost')
          const path = builtPath(target)
          if (path !== target.pathname) req.url = path
          next()
        })
        previewTexts(server, logger)
      },
      'astro:build:setup': ({ updateConfig }) => {
        // Astro uses the configured target only for styles; its default for scripts is the newest browsers.
        updateConfig({ environments: { client: { build: { target: BROWSERS } } } })
      },
      'astro:build:start': () => refuseIncompleteSite(siteUrl),
      'astro:build:ssr': ({ manifest }) => closePackageRoutes(manifest),
      'astro:build:done': async ({ dir }) => {
        const client = fileURLToPath(dir)
        const headers = fileURLToPath(new URL(`../${HEADERS_FILE}`, dir))
        ownPolicies(client, headers)
        removeOriginals(client)
        await removeMetadata(client)
        await precompress(client)
        writeFileSync(new URL(`../${MANIFEST_FILE}`, dir), JSON.stringify(buildManifest(siteUrl), null, 2))
        compileServer()
        console.log(`Le site est construit en ${Math.round((performance.now() - started) / 1000)} s.`)
      },
    },
  }
}
