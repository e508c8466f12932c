import type { APIRoute } from 'astro'
import { letterAt } from '../../../../server/desk/letters/answer-letter.ts'
import { previewResponse } from '../../../../server/desk/letters/draft.ts'

export const prerender = false

/** The HTML of a letter that was sent, without the desk around it. */
export const GET: APIRoute = ({ params, locals: { services }, redirect }) => {
  const letter = letterAt(params.id, services.letters)
  return letter ? previewResponse(letter.html) : redirect('/bureau/lettres?fait=introuvable', 303)
}
