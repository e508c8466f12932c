import type { APIRoute } from 'astro'
import { dayInParis } from '../../../forms/calendar.ts'
import { streamOf } from '../../../server/http/answer-page.ts'

export const prerender = false

/** Downloads all data about the person of a lead, to be given to them. */
export const GET: APIRoute = ({ params, locals: { desk }, redirect }) => {
  const lead = desk.find(params.reference ?? '')
  if (!lead) return redirect('/bureau?fait=introuvable', 303)
  // The file name omits the e-mail address, which may contain characters that are invalid in a header.
  const name = `${dayInParis(new Date())}-donnees-${lead.reference}.json`
  return new Response(streamOf(desk.personalData(lead.email)), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
    },
  })
}
