import type { APIRoute } from 'astro'
import { formNamed } from '../../../forms/index.ts'
import { objectionsOf } from '../../../server/desk/desk.ts'
import { streamOf } from '../../../server/http/answer-page.ts'
import { exportLeads } from '../../../server/leads/export.ts'

export const prerender = false

/** Downloads the submissions of one form, such as contact.csv. */
export const GET: APIRoute = ({ params, locals: { desk }, redirect }) => {
  const form = formNamed(params.file?.replace(/\.csv$/, '') ?? '')
  if (!form) return redirect('/bureau?fait=introuvable', 303)
  const file = exportLeads(desk.db, desk.clock, () => objectionsOf(desk), form)
  return new Response(streamOf(file.bytes), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      // In UTF-8 (RFC 8187).
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    },
  })
}
