/** What every page may load, besides its scripts and styles, of which Astro adds the hashes. */
export const DIRECTIVES = [
  "default-src 'none'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
] as const

/**
 * The same policy for `astro dev`, so that what a browser refuses on the built site it refuses in the preview: pictures,
 * frames and forms of other sites, `style=` and `onclick=` in a text. Only the inline scripts and styles that Vite itself
 * adds to a page are let through, and the worker with which it waits for a server that starts again.
 */
export const DEVELOPMENT_POLICY: string = [
  // Pages of the preview stand in its frames.
  ...DIRECTIVES.map((each) => (each.startsWith('frame-ancestors') ? "frame-ancestors 'self'" : each)),
  // Built pages with a frame ask for it themselves.
  "frame-src 'self'",
  "script-src-elem 'self' 'unsafe-inline'",
  "script-src-attr 'none'",
  "style-src-elem 'self' 'unsafe-inline'",
  "style-src-attr 'none'",
  "worker-src 'self' blob:",
].join('; ')

/** For the preview of e-mails alone: mail programs have no policy, and want styles in attributes. */
export const EMAIL_POLICY: string = [
  ...DIRECTIVES,
  "script-src-elem 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
].join('; ')
