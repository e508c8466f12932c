import react from '@astrojs/react'
import sitemap from '@astrojs/sitemap'
import { defineConfig } from 'astro/config'
import { nodeAdapter } from './src/build/adapter.ts'
import { BROWSERS } from './src/build/browsers.ts'
import { hera } from './src/build/integration.ts'
import { sourceOf } from './src/build/page-hashes.ts'
import { DIRECTIVES } from './src/build/page-policy.ts'
import { speculationRules } from './src/layouts/speculation-rules.ts'
import { readConfig, siteUrl } from './src/server/config.ts'
import { loadSettings } from './startup.mjs'

loadSettings()
const config = readEnvironment()
const site = siteUrl(config)
const development = process.argv.includes('dev')

export default defineConfig({
  site,
  output: 'static',
  adapter: nodeAdapter(),
  trailingSlash: 'never',
  server: { host: config.host, port: config.port },
  // CSS is inlined, so a page needs one round trip.
  build: { format: 'file', inlineStylesheets: 'always' },
  compressHTML: true,
  markdown: { syntaxHighlight: false },
  session: false,
  devToolbar: { enabled: false },
  security: {
    // The middleware checks the origin, for JSON posts too.
    checkOrigin: false,
    // This policy would block Vite's scripts in development, which has its own policy in src/build/page-policy.ts.
    csp: development
      ? false
      : {
          algorithm: 'SHA-256',
          directives: [...DIRECTIVES],
          scriptDirective: { resources: ["'self'"], hashes: [sourceOf(speculationRules).slice(1, -1)] },
          styleDirective: { resources: ["'self'"] },
        },
  },
  // The highest effort takes twice as long for each picture and saves a thirtieth of its size.
  image: { service: { entrypoint: 'astro/assets/services/sharp', config: { webp: { effort: 5 } } } },
  vite: {
    // Small scripts are part of their page, because each request costs a phone more than its bytes.
    build: {
      cssTarget: BROWSERS,
      assetsInlineLimit: (file, { length }) => (/\.[jt]s$/.test(file) ? length < 1500 : undefined),
    },
    // Otherwise the server reads NODE_ENV at run time, so its bundle includes the development code of React too.
    define: development ? {} : { 'process.env.NODE_ENV': '"production"' },
    // Bundles every package except two with native code, so a release runs without Astro. Not in development, where
    // Vite cannot bundle CommonJS packages such as React.
    ssr: development ? {} : { noExternal: true, external: ['satteri', 'sharp'] },
    // Groups modules that import each other, which a browser would request one after another: React and its Astro
    // renderer become one file instead of four.
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              // Lets Chrome compile React off the main thread, so keys pressed while a form hydrates are not delayed.
              postBanner: ({ name }) => (name === 'react' ? '//# allFunctionsCalledOnLoad\n' : ''),
              codeSplitting: {
                groups: [
                  { name: 'react', test: /node_modules\/(@astrojs\/react|react|react-dom|scheduler)\// },
                  // Small modules (a few hundred bytes) that several islands share.
                  {
                    name: 'shared',
                    test: /src\/(browser\/(storage|timings)|components\/islands\/(session|abort-after|other-visits)|forms\/calendar)\.ts/,
                  },
                ],
              },
            },
          },
        },
      },
    },
  },
  integrations: [
    // With streaming, React sends the last fields of a long form hidden, and a script has to move them into place.
    react({ experimentalDisableStreaming: true }),
    sitemap({ filter: (page) => !/\/(merci\/|contact\/|devis\/|bureau)/.test(page) }),
    hera(site),
  ],
})

/** Reads the environment; exits with a one-line message if it is invalid, as the server does. */
function readEnvironment() {
  try {
    return readConfig(process.env)
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
}
