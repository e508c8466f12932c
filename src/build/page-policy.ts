/** CSP directives of every page. Astro adds those for scripts and styles, with hashes. */
export const DIRECTIVES = [
  "default-src 'none'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
] as const

/**
 * The same policy for `astro dev`, so that the preview blocks what the built site blocks: images, frames and forms
 * of other sites, `style=` and `onclick=` in a text. Also allows the inline scripts and styles that Vite adds, and
 * the worker with which it waits for a restarted server.
 */
export const DEVELOPMENT_POLICY: string = [
  ...DIRECTIVES,
  // A built page with a frame adds this directive itself.
  "frame-src 'self'",
  "script-src-elem 'self' 'unsafe-inline'",
  "script-src-attr 'none'",
  "style-src-elem 'self' 'unsafe-inline'",
  "style-src-attr 'none'",
  "worker-src 'self' blob:",
].join('; ')

/** Only for the preview of e-mails, because e-mails use style attributes and mail clients have no CSP. */
export const EMAIL_POLICY: string = [
  ...DIRECTIVES,
  "script-src-elem 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
].join('; ')
