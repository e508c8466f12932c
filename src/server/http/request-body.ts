import { mediaType } from './accept.ts'
import { refuse } from './refusal.ts'

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** Submitted values by field name. */
export type Input = Readonly<Record<string, unknown>>

/** Values of a body, or the status code of its rejection. */
export type Body = { input: Input; status?: undefined } | { status: 400 | 415 }

/** What was read of a request, so that it can be shown again if it cannot be stored. */
const inputs = new WeakMap<Request, Input>()
export const inputOf = (request: Request): Input | undefined => inputs.get(request)

/**
 * Returns the submitted values of a POST to a page; undefined for GET and HEAD, which show it. Refuses a body that cannot
 * be read with 400 or 415.
 */
export async function readPost(request: Request): Promise<Input | Response | undefined> {
  if (request.method !== 'POST') return undefined
  const body = await readBody(request)
  if (!body.status) return body.input
  return refuse(request, body.status, 'Votre envoi est illisible. Revenez en arrière et recommencez.')
}

/**
 * Parses a form-encoded, multipart or JSON body into one value per name; of a repeated name, the last value counts.
 * The size was limited when it was received (receive-body.ts).
 */
export async function readBody(request: Request): Promise<Body> {
  const parse = PARSERS.get(mediaType(request.headers))
  if (!parse) return { status: 415 }
  try {
    const input = await parse(request)
    if (!isRecord(input)) return { status: 400 }
    inputs.set(request, input)
    return { input }
  } catch {
    return { status: 400 }
  }
}

const readForm = async (request: Request): Promise<unknown> => Object.fromEntries(await request.formData())

/** Parsers by media type; each throws if the body is invalid. */
const PARSERS = new Map<string, (request: Request) => Promise<unknown>>([
  ['application/json', async (request) => JSON.parse(UTF8.decode(await request.arrayBuffer()))],
  ['application/x-www-form-urlencoded', readForm],
  ['multipart/form-data', readForm],
])

function isRecord(value: unknown): value is Input {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
