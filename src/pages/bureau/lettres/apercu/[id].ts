import type { APIRoute } from 'astro'
import { previewResponse } from '../../../../server/desk/letters/draft.ts'

export const prerender = false

/** The HTML of a stored draft, without the desk around it. */
export const GET: APIRoute = async ({ params, locals: { services }, redirect }) => {
  const { letters } = services
  const draft = letters.drafts.find(Number(params.id))
  if (!draft) return redirect('/bureau/lettres?fait=introuvable', 303)
  const list = draft.list || (letters.lists[0] ?? '')
  const { html } = await letters.check(letters.drafts.toFile({ ...draft, list }))
  return previewResponse(html)
}
