import { minifySync } from 'vite'
import { decideSplash } from './splash.ts'
import { trackers } from './storage.ts'
import { FADE_IN_MS, SPLASH_MS } from './timings.ts'

/**
 * Where the URL names a part of the page, holds the first paint until the whole page is read, because Chromium only
 * then scrolls to the part, and would show the top of the page first. Self-contained, because its source is sent.
 */
function awaitPart(): void {
  // The name of no part, so that only the end of the page ends the wait.
  const end = { rel: 'expect', href: '#!', blocking: 'render' }
  if (location.hash) document.head.append(Object.assign(document.createElement('link'), end))
}

const splash = [trackers.splash.key, SPLASH_MS, FADE_IN_MS].map((value) => JSON.stringify(value))

/** The minified script in the head of every page, run before the first paint. The CSP lists its hash. */
export const headScript = minifySync('head.js', `(${awaitPart})();(${decideSplash})(${splash})`).code
