import { hash } from 'node:crypto'
import { interfaceWords } from '../../copy/words/words.ts'
import { wantsJson } from './accept.ts'

const { refus: says } = interfaceWords

/** Further headers, such as Allow or Retry-After. */
type More = Record<string, string>

const STYLE =
  'body{margin:0;background:#fbf7ef;color:#2b1a12;font:1.125rem/1.6 Georgia,serif}main{max-width:34rem;margin:15vh auto;padding:0 1.5rem}h1{font-size:2rem;line-height:1.2;font-weight:400;color:#3b2416}a{color:inherit}textarea{box-sizing:border-box;width:100%;font:inherit}button{font:inherit;padding:.75rem 1.5rem;border:1px solid;background:#3b2416;color:#f7f0e3}'
const POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; frame-ancestors 'none'; base-uri 'none'`

/**
 * A refusal that is the same for everybody, in JSON or as a small page; it costs no rendering, so that a flood of
 * refused requests stays cheap.
 * @param message what is wrong and how to mend it, in French
 */
export function refuse(request: Request, status: number, message: string, headers: More = {}): Response {
  if (wantsJson(request.headers)) return json(status, { message }, headers)
  return refusePage(status, message, headers)
}

/**
 * The same as a page, whatever was asked for.
 * @param form HTML of what can be done instead of going back; it may be sent to this site
 */
export function refusePage(status: number, message: string, headers: More = {}, form?: string): Response {
  const policy = `${POLICY}; form-action ${form ? "'self'" : "'none'"}`
  return new Response(page(message, form ?? `<p>${says.revenir}</p>`), {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy, ...headers },
  })
}

/** An answer in JSON. */
export function json(status: number, body: object, headers: More = {}): Response {
  return Response.json(body, { status, headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers } })
}

/** The browser's «back» shows the form with what was typed. */
function page(message: string, remedy: string): string {
  return `<!doctype html>
<html lang="fr">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${says.onglet}</title><style>${STYLE}</style></head>
<body><main><h1>${says.titre}</h1><p>${message}</p>${remedy}<p><a href="/">${says.accueil}</a></p></main></body>
</html>
`
}
