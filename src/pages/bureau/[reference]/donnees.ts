import type { APIRoute } from 'astro'
import { dayInParis } from '../../../forms/calendar.ts'
import { streamOf } from '../../../server/http/stream-of.ts'

export const prerender = false

/** A copy of everything that is held about the person of a lead, as a file to give to them. */
export const GET: APIRoute = ({ params, locals: { desk }, redirect }) => {
  const lead = desk?.find(params.reference ?? '')
  if (!desk || !lead) return redirect('/bureau?fait=introuvable', 303)
  // The name is of our own making: an address may hold signs that a header cannot.
  const name = `${dayInParis(new Date())}-donnees-${lead.reference}.json`
  return new Response(streamOf(desk.personalData(lead.email)), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
    },
  })
}
