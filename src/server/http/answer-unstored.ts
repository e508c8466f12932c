import { escapeHtml } from '../../copy/markdown/escape-html.ts'
import { wantsJson } from './accept.ts'
import { refuse, refusePage } from './refusal.ts'
import { inputOf } from './request-body.ts'

const RETRY_S = 5
const SENTENCE =
  'La base de données ne répond pas en ce moment : rien n’a été enregistré. Ce que vous aviez écrit est là ; recommencez dans un instant.'

/**
 * Responds with 503 when the database is locked or the disk is full. The page contains what was read of the request, in
 * a form that sends it again. A page cannot keep a file, so it asks for it: nothing goes without what was attached.
 */
export function answerUnstored(request: Request): Response {
  const input = inputOf(request)
  const headers = { 'Retry-After': String(RETRY_S) }
  if (!input || wantsJson(request.headers)) return refuse(request, 503, SENTENCE, headers)
  const fields = Object.entries(input).map(([name, value]) => field(name, value))
  const form = `<form method="post" enctype="multipart/form-data">${fields.join('')}<p><button>Recommencer</button></p></form>`
  return refusePage(503, SENTENCE, headers, form)
}

/** Shows long and multi-line values, which the user may want to copy; the others are hidden fields. */
function field(name: string, value: unknown): string {
  const label = escapeHtml(name)
  if (value instanceof Blob && value.size > 0)
    return `<p><label>Joignez de nouveau le fichier : <input type="file" name="${label}" required></label></p>`
  if (typeof value !== 'string') return ''
  if (!/\n|.{60}/.test(value)) return `<input type="hidden" name="${label}" value="${escapeHtml(value)}">`
  // HTML ignores a line break directly after the tag.
  return `<p><textarea name="${label}" rows="8" aria-label="${label}">\n${escapeHtml(value)}</textarea></p>`
}
