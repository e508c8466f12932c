import type { APIRoute } from 'astro'
import { formNamed } from '../../../forms/index.ts'
import { streamOf } from '../../../server/http/answer-page.ts'

export const prerender = false

/** Downloads the submissions of one form, such as contact.csv; with technical columns if the query contains `tout`. */
export const GET: APIRoute = ({ params, url, locals: { desk }, redirect }) => {
  const form = formNamed(/^([a-z]+)\.csv$/.exec(params.file ?? '')?.[1] ?? '')
  if (!form) return redirect('/bureau?fait=introuvable', 303)
  const file = desk.export(form, url.searchParams.has('tout'))
  return new Response(streamOf(file.bytes), {
    headers: { 'Content-Type': file.type, 'Content-Disposition': `attachment; filename="${file.name}"` },
  })
}
