import type { APIRoute } from 'astro'
import { previewResponse } from '../../../../server/desk/letters/previews.ts'

export const prerender = false

/** A letter that is being written, by itself, for as long as the house remembers the look at it. */
export const GET: APIRoute = ({ params, locals: { desk }, redirect }) => {
  const html = desk?.previews.find(params.key ?? '')
  return html === undefined ? redirect('/bureau/lettres?fait=introuvable', 303) : previewResponse(html)
}
