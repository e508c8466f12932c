import node from '@astrojs/node'
import react from '@astrojs/react'
import sitemap from '@astrojs/sitemap'
import { defineConfig } from 'astro/config'
import { BROWSERS } from './src/build/browsers.ts'
import { hera } from './src/build/integration.ts'
import { sourceOf } from './src/build/own-policy.ts'
import { DIRECTIVES } from './src/build/page-policy.ts'
import { speculationRules } from './src/layouts/speculation-rules.ts'
import { readConfig, siteUrl } from './src/server/config.ts'

const config = readEnvironment()
const site = siteUrl(config)
const development = process.argv.includes('dev')

export default defineConfig({
  site,
  output: 'static',
  // Pages made on demand are small: rendered whole, a failure in one is a 500 instead of half a page.
  adapter: node({ mode: 'middleware', staticHeaders: true, experimentalDisableStreaming: true }),
  trailingSlash: 'never',
  server: { host: config.host, port: config.port },
  // The CSS of a page comes with its HTML: one round trip.
  build: { format: 'file', inlineStylesheets: 'always' },
  compressHTML: true,
  markdown: { syntaxHighlight: false },
  session: false,
  devToolbar: { enabled: false },
  security: {
    // The middleware checks the origin, of JSON posts too.
    checkOrigin: false,
    // Vite's own scripts would be refused in development: src/build/page-policy.ts has a policy for it.
    csp: development
      ? false
      : {
          algorithm: 'SHA-256',
          directives: [...DIRECTIVES],
          scriptDirective: { resources: ["'self'"], hashes: [sourceOf(speculationRules).slice(1, -1)] },
          styleDirective: { resources: ["'self'"] },
        },
  },
  // The default effort takes ten times as long for each picture, and its files are a few per cent smaller at best.
  image: { service: { entrypoint: 'astro/assets/services/sharp', config: { avif: { effort: 1 } } } },
  vite: {
    build: { cssTarget: BROWSERS },
    // Vite leaves it to be asked at each start of a server, which then carries the development code of React too.
    define: development ? {} : { 'process.env.NODE_ENV': '"production"' },
    // The built server holds every package that it uses, but for two with native code: a release then runs without Astro.
    // In development Vite cannot take in packages that are CommonJS, such as React.
    ssr: development ? {} : { noExternal: true, external: ['satteri', 'sharp'] },
    // Files that need each other, which a browser would ask for one after another: React and Astro's renderer for it are one
    // in place of four.
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              // Chrome compiles it beside the page while it loads; otherwise a key pressed while a form hydrates waits for that.
              postBanner: ({ name }) => (name === 'react' ? '//# allFunctionsCalledOnLoad\n' : ''),
              codeSplitting: {
                groups: [
                  { name: 'react', test: /node_modules\/(@astrojs\/react|react|react-dom|scheduler)\// },
                  // Modules of a few hundred bytes that several islands share.
                  {
                    name: 'shared',
                    test: /src\/(browser\/(storage|timings)|components\/islands\/(session|abort-after))\.ts/,
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
    // Streamed, React would send the last fields of a long form hidden, for a script to put in their place.
    react({ experimentalDisableStreaming: true }),
    sitemap({ filter: (page) => !/\/(merci\/|contact\/|devis\/|bureau)/.test(page) }),
    hera(site),
  ],
})

/** A bad environment ends the build with one line, as it ends the server. */
function readEnvironment() {
  try {
    return readConfig(process.env)
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
}
