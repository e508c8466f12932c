import type { APIRoute } from 'astro'

/** Everything may be crawled except the addresses that receive forms. */
export const GET: APIRoute = ({ site }) =>
  new Response(
    `User-agent: *\nDisallow: /formulaires/\nDisallow: /api/\n\nSitemap: ${new URL('sitemap-index.xml', site)}\n`,
  )
