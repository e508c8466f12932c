import type { APIRoute } from 'astro'

/** Everything may be read but the addresses that take forms. */
export const GET: APIRoute = ({ site }) =>
  new Response(
    `User-agent: *\nDisallow: /formulaires/\nDisallow: /api/\n\nSitemap: ${new URL('sitemap-index.xml', site)}\n`,
  )
