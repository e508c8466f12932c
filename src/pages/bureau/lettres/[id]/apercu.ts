import type { APIRoute } from 'astro'
import { previewResponse } from '../../../../server/desk/letters/draft.ts'

export const prerender = false

/** The HTML of a letter that was sent, without the desk around it. */
export const GET: APIRoute = ({ params, locals: { services }, redirect }) => {
  const letter = services.letters.show(Number(params.id))
  return letter ? previewResponse(letter.html) : redirect('/bureau/lettres?fait=introuvable', 303)
}
