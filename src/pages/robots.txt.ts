import type { APIRoute } from 'astro'

/** Everything may be crawled except the addresses that receive forms; nothing of a rehearsal. */
export const GET: APIRoute = ({ site }) =>
  new Response(
    process.env.REHEARSAL === '1'
      ? 'User-agent: *\nDisallow: /\n'
      : `User-agent: *\nDisallow: /formulaires/\nDisallow: /api/\n\nSitemap: ${new URL('sitemap-index.xml', site)}\n`,
  )
