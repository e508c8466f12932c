import type { APIRoute } from 'astro'

export const prerender = false

/** Counts the visit of a page that was prefetched (src/browser/prefetch-beacon.ts), if visits are counted. */
export const POST: APIRoute = ({ request, locals: { services } }) => {
  const referrer = request.headers.get('referer') ?? ''
  if (URL.canParse(referrer)) services.visits?.prefetchedPageOpened(new URL(referrer).pathname)
  return new Response(null, { status: 204 })
}

export const ALL: APIRoute = () => new Response(null, { status: 405, headers: { Allow: 'POST' } })
