import { defineMiddleware } from 'astro:middleware'
import { interfaceWords } from './copy/words/words.ts'
import { formNamed } from './forms/index.ts'
import { DESK } from './server/desk/access/destination.ts'
import { keepUnsent, keepUnsentLetter, SESSION_IS_OVER } from './server/desk/access/keep-unsent.ts'
import { sessionCookie } from './server/desk/access/session-cookie.ts'
import { answerUnstored } from './server/desk/answer-unstored.ts'
import { wantsJson } from './server/http/accept.ts'
import { isOwnOrigin } from './server/http/caller.ts'
import { json, refuse } from './server/http/refusal.ts'
import { securityHeaders } from './server/http/security-headers.ts'
import { answerForm } from './server/leads/intake/answer-form.ts'
import { log, logError } from './server/log.ts'

type Context = Parameters<typeof onRequest>[0]

const { refus: says } = interfaceWords

const FORM = '/formulaires/[form]'
const PRESENCE = '/api/presence'
const HEALTH = '/api/health'
const OPENED = '/api/opened'
const METRICS = '/api/metrics'
/** Asked for so often that a line in the log would hide the others. */
const UNLOGGED = [PRESENCE, HEALTH, OPENED, METRICS]
/**
 * Pages behind the links of e-mails. Their token is the permission: a page without a referrer sends the origin «null», and
 * mail programs send a foreign one (RFC 8058).
 */
const LINKS = ['/confirmation/[token]', '/desinscription/[token]']
/** The way into the desk: what is open without a session. */
const SIGN_IN = '/bureau/connexion'
const ENTER = '/bureau/entrer/[token]'
/** A link of a notice: its token is the permission for one act. */
const ACT = '/bureau/geste/[token]'
const LEAD = '/bureau/[reference]'
const LETTER = '/bureau/lettres/nouvelle'
const READ = ['GET', 'HEAD', 'OPTIONS']

/** What holds for every on-demand request: services, origin, rate limits, headers, one line in the log. */
export const onRequest = defineMiddleware(async (context, next) => {
  if (context.isPrerendered) return next()
  // In production Astro gives each page its policy.
  let developmentPolicy: string | undefined
  if (import.meta.env.DEV) {
    const { developmentLocals, DEVELOPMENT_POLICY } = await import('./build/development.ts')
    const locals = developmentLocals(context)
    if (locals instanceof Response) return locals
    Object.assign(context.locals, locals)
    developmentPolicy = DEVELOPMENT_POLICY
  }
  const started = performance.now()
  const answered = refusalOf(context) ?? (await answer(context, next))
  // A copy, because the headers of some answers cannot be changed: those of Response.redirect(), for one.
  const response = new Response(answered.body, answered)
  if (developmentPolicy) {
    if (!response.headers.has('Content-Security-Policy'))
      response.headers.set('Content-Security-Policy', developmentPolicy)
    response.headers.set('X-Frame-Options', 'SAMEORIGIN')
  }
  setHeaders(context, response)
  const ms = Math.round(performance.now() - started)
  context.locals.services.metrics.answered(labelOf(context), response.status, ms / 1000)
  if (!UNLOGGED.includes(context.routePattern)) {
    log(`${context.request.method} ${labelOf(context)} ${response.status} ${ms}ms`)
  }
  return response
})

/** The answer to a request from another site or to one too many; undefined for any other request. */
function refusalOf({ request, routePattern, cookies, locals: { services, address } }: Context): Response | undefined {
  const changes = !READ.includes(request.method)
  if (changes && !LINKS.includes(routePattern) && !isOwnOrigin(request.headers, services.siteUrl))
    return refuse(request, 403, says.autre_site)
  if (routePattern === HEALTH) return undefined
  const { forms, presence, signIn, pages } = services.limits
  const { cookie, find } = services.knownDevices
  const limiter =
    (changes && routePattern === FORM && forms) ||
    // A browser that was signed in once has a share of its own, which the page counts.
    (changes && routePattern === SIGN_IN && !find(cookies.get(cookie.name)?.value) && signIn) ||
    (routePattern === PRESENCE ? presence : pages)
  const wait = limiter.take(address)
  return wait > 0 ? refuse(request, 429, says.trop, { 'Retry-After': String(wait) }) : undefined
}

/** The answer of the route; a failure is logged by the name of the route, without the address, which may hold a token. */
async function answer(context: Context, next: Parameters<typeof onRequest>[1]): Promise<Response> {
  const { request, locals } = context
  // What was typed at the desk, for a page that can be sent once more.
  const kept = isDesk(context.routePattern) ? request.clone() : undefined
  try {
    if (context.routePattern === FORM) {
      const { services, address } = locals
      const answered = await answerForm(request, context.params.form, services, address)
      // A stored submission does not pay for a page that is not shown.
      if (answered instanceof Response) return answered
      locals.formAnswer = answered
    }
    if (!isClosed(context)) return await next()
    if (wantsJson(request.headers)) return json(401, { message: SESSION_IS_OVER })
    await keepWhatWasSent(context)
    return await next(SIGN_IN)
  } catch (error) {
    // In development Astro shows the error over the page.
    if (import.meta.env.DEV) throw error
    if (locals.services.storageFailed(error) && kept) return answerUnstored(kept)
    logError(`${request.method} ${labelOf(context)}`, error)
    const page = wantsJson(request.headers)
      ? undefined
      : locals.errorPage?.(500, request.headers.get('accept-encoding'))
    return page ?? json(500, { message: says.incident })
  }
}

/**
 * True for a page of the desk without a session; with one, the page gets the desk. Without, every address below /bureau
 * shows the way in.
 */
function isClosed({ routePattern, cookies, locals }: Context): boolean {
  if (!isDesk(routePattern)) return false
  const { desk, deskSessions, siteUrl } = locals.services
  const { name, options } = sessionCookie(siteUrl)
  const session = deskSessions.find(cookies.get(name)?.value ?? '')
  if (session) {
    // The cookie lasts as long as the session does, which slides.
    if (deskSessions.touch(session)) cookies.set(name, cookies.get(name)?.value ?? '', options)
    Object.assign(locals, { desk, deskSession: session })
  }
  return !session && ![SIGN_IN, ENTER, ACT].includes(routePattern)
}

/** What a page sent after its session was over is there after the next sign-in. */
async function keepWhatWasSent({ request, url, routePattern, params, cookies, locals }: Context): Promise<void> {
  const { services } = locals
  const token = cookies.get(sessionCookie(services.siteUrl).name)?.value ?? ''
  locals.keptUnsent =
    (routePattern === LEAD && (await keepUnsent(request.clone(), params.reference, token, services))) ||
    (routePattern === LETTER &&
      (await keepUnsentLetter(request.clone(), url.searchParams.get('brouillon'), token, services)))
}

function isDesk(routePattern: string): boolean {
  return routePattern === DESK || routePattern.startsWith(`${DESK}/`)
}

function setHeaders({ routePattern, locals: { services } }: Context, { headers }: Response): void {
  for (const [name, value] of Object.entries(securityHeaders(services.siteUrl)))
    if (!headers.has(name)) headers.set(name, value)
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
  // Astro leaves the encoding to the page's meta element.
  if (headers.get('Content-Type') === 'text/html') headers.set('Content-Type', 'text/html; charset=utf-8')
  if (!LINKS.includes(routePattern) && !isDesk(routePattern)) return
  // The address may hold a token or lead to a person: no other site and no search engine is to learn it. The desk keeps
  // its own origin in its posts, where a page without any referrer would send «null».
  headers.set('Referrer-Policy', isDesk(routePattern) ? 'same-origin' : 'no-referrer')
  headers.set('X-Robots-Tag', 'noindex')
}

/** The route as the log names it: the form by name, never a token. */
function labelOf({ routePattern, params }: Context): string {
  const form = formNamed(params.form ?? '')?.name
  return routePattern.replace('[form]', form ?? '…').replace(/\[[^\]]+\]/g, '…')
}
