import type { IncomingMessage, ServerResponse } from 'node:http'
import { typographic } from '../../copy/typography.ts'
import { dayInParis } from '../../forms/age.ts'
import { CONFIRMED, EDIT, HIDDEN, newSubmissionKey } from '../../forms/envelope.ts'
import { clean, type Errors, type Form, parse } from '../../forms/form.ts'
import { formNamed } from '../../forms/index.ts'
import type { Submit } from '../submissions/submit.ts'
import { wantsJson } from './accept.ts'
import { BODY_MAX, type Body, readBody } from './body.ts'
import { clientAddress, isOwnOrigin } from './origin.ts'
import type { Limiter } from './rate-limit.ts'

/** What the page of a form shows when it answers a submission; pages find it in `Astro.locals.submission`. */
export interface FormState {
  status: number
  /** What was typed, by field name, for the form to keep. */
  values: Record<string, string>
  errors: Errors
  /** The sentence above the form; none when the page is asked for with preset values. */
  message?: string
  submissionKey: string
  /** The second step of a form: what was typed is right, and waits to be confirmed. */
  confirm?: boolean
  /** What was stored, for the acknowledgement that a person keeps. */
  stored?: { reference: string; createdAt: string }
}

/** Renders an on-demand page. */
export type Render = (
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  locals: { submission: FormState },
) => Promise<void>

interface Services {
  submit: Submit
  limiter: Limiter
  /** Counts submissions by e-mail address. */
  emailLimiter: Limiter
  render: Render
  notFound: (req: IncomingMessage, res: ServerResponse) => void
  siteUrl: string
  trustedProxies: number
}

const ALLOW = 'GET, HEAD, POST'

const SENTENCES = {
  400: 'Votre envoi est arrivé illisible. Veuillez renvoyer le formulaire.',
  403: 'Ce formulaire ne peut être envoyé que depuis notre site. Ouvrez la page du formulaire et envoyez-le de là.',
  405: 'Cette adresse reçoit les formulaires ; elle ne comprend pas cette demande.',
  413: `Votre envoi est trop long : ${BODY_MAX / 1024} ko au plus. Raccourcissez vos textes, puis envoyez de nouveau.`,
  415: 'Votre envoi est arrivé sous une forme que nous ne lisons pas. Utilisez le formulaire de la page.',
  429: 'Vous avez envoyé beaucoup de formulaires en peu de temps. Attendez quelques instants, puis envoyez de nouveau.',
} as const

/** Takes what is sent to /formulaires/…: the table of answers of a form, in JSON and in HTML. */
export function createFormEndpoint(services: Services) {
  return async (req: IncomingMessage, res: ServerResponse, name: string): Promise<void> => {
    const form = formNamed(name)
    if (!form) {
      if (wantsJson(req.headers.accept, false)) sendJson(res, 404, { message: 'Ce formulaire n’existe pas.' })
      else services.notFound(req, res)
      return
    }
    if (req.method === 'GET' || req.method === 'HEAD') return redirect(res, form.page)
    if (req.method === 'POST') return receive(services, form, req, res)
    res.setHeader('Allow', ALLOW)
    return refuse(services, form, req, res, 405, wantsJson(req.headers.accept, false))
  }
}

/** Presets of a form's choices in a query, such as /contact?subject=commande; undefined when there is none. */
export function presetFrom(form: Form, query: URLSearchParams): FormState | undefined {
  const values: Record<string, string> = {}
  for (const [name, { options }] of Object.entries(form.fields)) {
    const value = query.get(name)
    if (value && options && Object.hasOwn(options, value)) values[name] = value
  }
  if (Object.keys(values).length === 0) return undefined
  return { status: 200, values, errors: {}, submissionKey: newSubmissionKey() }
}

async function receive(services: Services, form: Form, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { submit, limiter, emailLimiter, siteUrl, trustedProxies } = services
  if (!isOwnOrigin(req, siteUrl)) return refuse(services, form, req, res, 403, wantsJson(req.headers.accept, false))
  const body = await readBody(req)
  const json = wantsJson(req.headers.accept, body.json)
  const values = 'input' in body ? typed(form, body.input) : {}
  const wait = limiter.take(clientAddress(req, trustedProxies)) || waitOfMailbox(emailLimiter, form, body)
  if (wait > 0) {
    res.setHeader('Retry-After', wait)
    return refuse(services, form, req, res, 429, json, values)
  }
  if (!('input' in body)) return refuse(services, form, req, res, body.status, json)

  const step = form.confirm && !json ? body.input[HIDDEN.step] : CONFIRMED
  if (step !== CONFIRMED) {
    const { errors } = parse(form, body.input, dayInParis(new Date()))
    if (step === EDIT) return show(services, form, req, res, { status: 200, values, errors: {} })
    if (!errors) return show(services, form, req, res, { status: 200, values, errors: {}, confirm: true })
  }

  const outcome = await submit(form, body.input, clientAddress(req, trustedProxies))
  if (outcome.kind === 'stored') {
    const { message, reference, createdAt } = outcome
    const stored = { reference, createdAt }
    if (form.confirm && !json)
      return show(services, form, req, res, { status: 200, values, errors: {}, message, stored })
    if (json) sendJson(res, outcome.fresh ? 201 : 200, { message, reference })
    else redirect(res, `/merci/${form.name}`)
    return
  }
  const status = outcome.kind === 'invalid' ? 422 : 503
  const errors = outcome.kind === 'invalid' ? outcome.errors : {}
  if (json) return sendJson(res, status, { message: outcome.message, ...(status === 422 && { errors }) })
  await show(services, form, req, res, { status, values, errors, message: outcome.message })
}

/** Only what would be stored counts against an e-mail address. */
function waitOfMailbox(limiter: Limiter, form: Form, body: Body): number {
  const { values } = 'input' in body ? parse(form, body.input, dayInParis(new Date())) : {}
  return values?.email ? limiter.take(String(values.email)) : 0
}

async function refuse(
  services: Services,
  form: Form,
  req: IncomingMessage,
  res: ServerResponse,
  status: keyof typeof SENTENCES,
  json: boolean,
  values: Record<string, string> = {},
): Promise<void> {
  const message = typographic(SENTENCES[status])
  if (!req.complete) res.setHeader('Connection', 'close')
  if (json) sendJson(res, status, { message })
  else await show(services, form, req, res, { status, values, errors: {}, message })
}

function show(
  { render }: Services,
  form: Form,
  req: IncomingMessage,
  res: ServerResponse,
  state: Omit<FormState, 'submissionKey'>,
) {
  return render(req, res, `/formulaires/${form.name}`, {
    submission: { ...state, submissionKey: newSubmissionKey() },
  })
}

function typed(form: Form, input: Record<string, unknown>): Record<string, string> {
  const names = Object.keys(form.fields).filter((name) => Object.hasOwn(input, name))
  return Object.fromEntries(names.map((name) => [name, clean(input[name]) ?? '']))
}

/** Answers with JSON. */
export function sendJson(res: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body)
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
  })
  res.end(text)
}

function redirect(res: ServerResponse, location: string): void {
  res.writeHead(303, { Location: location, 'Cache-Control': 'no-store', 'Content-Length': 0 }).end()
}
