import type { APIRoute } from 'astro'
import { letterAt } from '../../../../server/desk/letters/answer-letter.ts'
import { previewResponse } from '../../../../server/desk/letters/preview-response.ts'

export const prerender = false

/** A letter that was sent, by itself. */
export const GET: APIRoute = ({ params, locals: { services }, redirect }) => {
  const letter = letterAt(params.id, services.letters)
  return letter ? previewResponse(letter.html) : redirect('/bureau/lettres?fait=introuvable', 303)
}
