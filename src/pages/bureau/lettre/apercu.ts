import type { APIRoute } from 'astro'
import { LETTER, previewResponse, readLetter, TEXT_MAX } from '../../../server/desk/letter/letter-page.ts'
import { readPost } from '../../../server/http/request-body.ts'
import { storedLetter } from '../../../server/mail/letters/letter-rows.ts'

export const prerender = false

/** A letter alone, for the frame of the page: POST as it was typed, GET ?lettre= as it was sent. */
export const ALL: APIRoute = async ({ request, url, redirect, locals: { services, desk } }) => {
  const input = await readPost(request)
  if (input instanceof Response) return input
  if (input) {
    const { subject, text } = readLetter(input)
    return previewResponse(await services.letters.preview({ subject, text: text.slice(0, TEXT_MAX) }))
  }
  const html = storedLetter(desk.db, Number(url.searchParams.get('lettre')))?.html
  return html === undefined ? redirect(LETTER, 303) : previewResponse(html)
}
