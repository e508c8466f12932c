import type { APIRoute } from 'astro'
import { LETTER, previewResponse, readLetter, TEXT_MAX } from '../../../server/desk/letter/answer-letter.ts'
import { handlePage, seeOther } from '../../../server/http/answer-page.ts'

export const prerender = false

/** A letter alone, for the frame of the page: POST as it was typed, GET ?lettre= as it was sent. */
export const ALL: APIRoute = ({ request, url, locals: { services } }) =>
  handlePage<Response>(request, {
    show() {
      const html = services.letters.show(Number(url.searchParams.get('lettre')))?.html
      return html === undefined ? seeOther(LETTER) : previewResponse(html)
    },
    async post(input) {
      const { subject, text } = readLetter(input)
      return previewResponse(await services.letters.preview({ subject, text: text.slice(0, TEXT_MAX) }))
    },
  })
