import { escapeHtml } from '../../copy/markdown/escape-html.ts'
import { refuse, refusePage } from '../http/refusal.ts'
import { readBody } from '../http/request-body.ts'
import { LETTER_BODY_MAX } from './letters/draft.ts'

/** When to try again, in seconds. */
const RETRY_S = 5
const SENTENCE =
  'La base de données ne répond pas en ce moment : rien n’a été enregistré. Ce que vous aviez écrit est là ; recommencez dans un instant.'

/**
 * The answer of the desk where the database is held by another program or its disk is full: 503 with everything that was
 * typed, in a form that sends it once more.
 * @param request whose body nobody has read
 */
export async function answerUnstored(request: Request): Promise<Response> {
  const body = request.method === 'POST' ? await readBody(request, LETTER_BODY_MAX) : undefined
  const headers = { 'Retry-After': String(RETRY_S) }
  if (!body || body.status) return refuse(request, 503, SENTENCE, headers)
  const fields = Object.entries(body.input).map(([name, value]) => field(name, String(value)))
  const form = `<form method="post">${fields.join('')}<p><button>Recommencer</button></p></form>`
  return refusePage(503, SENTENCE, headers, form)
}

/** What takes lines is shown, as somebody may want to copy it; the rest goes with it. */
function field(name: string, value: string): string {
  const label = escapeHtml(name)
  if (!/\n|.{60}/.test(value)) return `<input type="hidden" name="${label}" value="${escapeHtml(value)}">`
  // A line break after the tag is not part of the text.
  return `<p><textarea name="${label}" rows="8" aria-label="${label}">\n${escapeHtml(value)}</textarea></p>`
}
