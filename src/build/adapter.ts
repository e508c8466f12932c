import { fileURLToPath } from 'node:url'
import node from '@astrojs/node'
import type { AstroIntegration } from 'astro'

const PREVIEW = fileURLToPath(new URL('./preview-server.ts', import.meta.url))

/**
 * Returns Astro's Node adapter as middleware of our server. `astro preview` runs that server too: the adapter's own
 * preview serves no built page in this mode.
 */
export function nodeAdapter(): AstroIntegration {
  // Without streaming, an error while an on-demand page renders gives a 500 instead of half a page.
  const adapter = node({ mode: 'middleware', staticHeaders: true, experimentalDisableStreaming: true })
  const configured = adapter.hooks['astro:config:done']
  return {
    ...adapter,
    hooks: {
      ...adapter.hooks,
      'astro:config:done': (given) =>
        configured?.({
          ...given,
          setAdapter: (described) => given.setAdapter({ ...described, previewEntrypoint: PREVIEW }),
        }),
    },
  }
}
