import type { APIRoute } from 'astro'

export const prerender = false

/** A page that was fetched ahead is shown now (src/browser/opened-ahead.ts): it is counted, where visits are. */
export const POST: APIRoute = ({ request, locals: { services } }) => {
  const referrer = request.headers.get('referer') ?? ''
  if (URL.canParse(referrer)) services.visits?.openedAhead(new URL(referrer).pathname)
  return new Response(null, { status: 204 })
}

export const ALL: APIRoute = () => new Response(null, { status: 405, headers: { Allow: 'POST' } })
