import { defineMiddleware } from 'astro:middleware'
import { fillIn } from './copy/words/plain-words.ts'
import { interfaceWords } from './copy/words/words.ts'
import { isDesk, needsSession, SIGN_IN } from './server/desk/access/destination.ts'
import { findSession, touchSession } from './server/desk/access/sessions.ts'
import { TOO_LARGE } from './server/desk/lead/attachment.ts'
import { mediaType, wantsJson } from './server/http/accept.ts'
import { answerUnstored } from './server/http/answer-unstored.ts'
import { isOwnOrigin } from './server/http/caller.ts'
import { json, refuse, refuseTooMany } from './server/http/refusal.ts'
import { securityHeaders } from './server/http/security-headers.ts'
import { HEALTH } from './server/http/server.ts'
import { log, logError } from './server/log.ts'

type Context = Parameters<typeof onRequest>[0]

const { refus: phrases } = interfaceWords
/** Routes requested so often, by monitoring and open pages, that their log lines would hide the others. */
const FOR_PROGRAMS = '/api/'
const READ = ['GET', 'HEAD', 'OPTIONS']
const METHODS = ['GET', 'HEAD', 'POST']

/** Applies to every on-demand request: services, check of the origin, rate limit, session, headers, one log line. */
export const onRequest = defineMiddleware(async (context, next) => {
  if (context.isPrerendered) return next()
  // In production the server gives the locals, and Astro sets the Content-Security-Policy of each page.
  let policy: string | undefined
  if (import.meta.env.DEV) {
    const { developmentLocals, DEVELOPMENT_POLICY } = await import('./build/development.ts')
    const locals = developmentLocals(context)
    if (locals instanceof Response) return locals
    Object.assign(context.locals, locals)
    policy = DEVELOPMENT_POLICY
  }
  const started = performance.now()
  const answered = refusalOf(context) ?? (await answer(context, next))
  // A copy, because some responses, such as those of Response.redirect(), have immutable headers.
  // Without its statusText, which Astro leaves at «OK» for every status of a page.
  const response = new Response(answered.body, { status: answered.status, headers: answered.headers })
  setHeaders(context, response, policy)
  const ms = Math.round(performance.now() - started)
  if (!context.routePattern.startsWith(FOR_PROGRAMS))
    log(`${context.request.method} ${labelOf(context)} ${response.status} ${ms}ms`)
  return response
})

/** Rejects requests from other sites, above the rate limit, or of a method that no route has. */
function refusalOf({ request, routePattern, locals: { services, address } }: Context): Response | undefined {
  const changes = !READ.includes(request.method)
  if (changes && !isLinkOfEmail(routePattern) && !isOwnOrigin(request.headers, services.siteUrl))
    return refuse(request, 403, phrases.autre_site)
  // Monitoring must not take a busy server for a dead one.
  const wait = routePattern === HEALTH ? 0 : services.limit('requests', address)
  if (wait > 0) return refuseTooMany(request, wait)
  // Astro renders a page for any method.
  if (METHODS.includes(request.method)) return undefined
  return refuse(request, 405, phrases.methode, { Allow: METHODS.join(', ') })
}

/** True for pages of the desk and behind links of e-mails. */
function answersOnePerson(routePattern: string): boolean {
  return isDesk(routePattern) || isLinkOfEmail(routePattern)
}

/**
 * True for a page behind the link of an e-mail. Its token authorizes the request, so its origin is not checked: a page
 * without a referrer sends the origin «null», and mail programs send a foreign one (RFC 8058). Not for a sign-in link
 * of the desk, which opens a session in the browser that follows it.
 */
function isLinkOfEmail(routePattern: string): boolean {
  return routePattern.endsWith('/[token]') && !isDesk(routePattern)
}

/** Returns the response of the route. Errors are logged with the route, not the URL, which may contain a token. */
async function answer(context: Context, next: Parameters<typeof onRequest>[1]): Promise<Response> {
  const { request, locals, routePattern } = context
  try {
    if (isDesk(routePattern) && !openDesk(context) && needsSession(routePattern)) return await next(SIGN_IN)
    if (locals.tooLarge === undefined) return await next()
    const tooLong = fillIn(phrases.trop_long, { maximum: locals.tooLarge / 1024 })
    // Only the desk takes files.
    const hasFile = isDesk(routePattern) && mediaType(request.headers) === 'multipart/form-data'
    return refuse(request, 413, hasFile ? TOO_LARGE : tooLong)
  } catch (error) {
    // In development Astro shows the error in the browser.
    if (import.meta.env.DEV) throw error
    logError(`${request.method} ${labelOf(context)}`, error)
    if (locals.services.recordStorageError(error)) return answerUnstored(request)
    const page = wantsJson(request.headers) ? undefined : locals.errorPage?.(500)
    return page ?? json(500, { message: locals.form?.failure ?? phrases.incident })
  }
}

/** Adds the desk to `locals` if the request has a session; returns false if it has none. */
function openDesk({ cookies, locals }: Context): boolean {
  const { desk, sessionCookie } = locals.services
  const { name, options } = sessionCookie
  const token = cookies.get(name)?.value ?? ''
  const session = findSession(desk.db, desk.clock, desk.mail?.staff ?? [], token)
  if (!session) return false
  // The cookie expires with the session, which is extended by use.
  if (touchSession(desk.db, desk.clock, session)) cookies.set(name, token, options)
  locals.desk = { ...desk, author: session.author, session }
  return true
}

function setHeaders(context: Context, { headers }: Response, policy: string | undefined): void {
  const { routePattern, locals } = context
  const common = securityHeaders(locals.services.siteUrl)
  for (const [name, value] of Object.entries({ ...common, ...(policy && { 'Content-Security-Policy': policy }) }))
    if (!headers.has(name)) headers.set(name, value)
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
  // Astro leaves the charset to the page's meta element.
  if (headers.get('Content-Type') === 'text/html') headers.set('Content-Type', 'text/html; charset=utf-8')
  if (!answersOnePerson(routePattern)) return
  // The URL may contain a token or identify a person, so it is hidden from other sites and search engines. The
  // desk needs `same-origin`, because without a referrer its POST requests would have the origin «null».
  headers.set('Referrer-Policy', isDesk(routePattern) ? 'same-origin' : 'no-referrer')
  headers.set('X-Robots-Tag', 'noindex')
}

/** Name of the route for the log: with the name of its form, without tokens. */
function labelOf({ routePattern, locals }: Context): string {
  return routePattern.replace('[form]', locals.form?.name ?? '…').replace(/\[[^\]]+\]/g, '…')
}
