import { hash } from 'node:crypto'
import { interfaceWords } from '../../copy/words/words.ts'
import { wantsJson } from './accept.ts'

const { refus: phrases } = interfaceWords

/** Further headers, such as Allow or Retry-After. */
type More = Record<string, string>

const STYLE =
  'body{margin:0;background:#fbf7ef;color:#2b1a12;font:1.125rem/1.6 Georgia,serif}main{max-width:34rem;margin:15vh auto;padding:0 1.5rem}h1{font-size:2rem;line-height:1.2;font-weight:400;color:#3b2416}a{color:inherit}textarea{box-sizing:border-box;width:100%;font:inherit}button{font:inherit;padding:.75rem 1.5rem;border:1px solid;background:#3b2416;color:#f7f0e3}'
const POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; frame-ancestors 'none'; base-uri 'none'`

/**
 * Returns a generic error response, as JSON or as a small page. Astro does not render it, so that a flood of
 * rejected requests costs little.
 * @param message the problem and its remedy, in French
 */
export function refuse(request: Request, status: number, message: string, headers: More = {}): Response {
  if (wantsJson(request.headers)) return json(status, { message }, headers)
  return refusePage(status, message, headers)
}

/** Rejects a request above a rate limit. @param wait seconds until the next one is accepted */
export function refuseTooMany(request: Request, wait: number): Response {
  return refuse(request, 429, phrases.trop, { 'Retry-After': String(wait) })
}

/**
 * Like refuse(), but always returns a page.
 * @param form HTML shown instead of the advice to go back; its form may post to this site
 */
export function refusePage(status: number, message: string, headers: More = {}, form?: string): Response {
  const policy = `${POLICY}; form-action ${form ? "'self'" : "'none'"}`
  return new Response(page(message, form ?? `<p>${phrases.revenir}</p>`), {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy, ...headers },
  })
}

/** Returns a JSON response. */
export function json(status: number, body: object, headers: More = {}): Response {
  return Response.json(body, { status, headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers } })
}

/** The advice to go back works because the browser then shows the form with the typed values. */
function page(message: string, remedy: string): string {
  return `<!doctype html>
<html lang="fr">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${phrases.onglet}</title><style>${STYLE}</style></head>
<body><main><h1>${phrases.titre}</h1><p>${message}</p>${remedy}<p><a href="/">${phrases.accueil}</a></p></main></body>
</html>
`
}
