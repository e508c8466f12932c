import type { APIRoute } from 'astro'

export const prerender = false

/** Thumbnail of a picture of the site, for choosing pictures of a letter. */
export const GET: APIRoute = async ({ params, locals: { services }, redirect }) => {
  const jpeg = await services.letters.thumbnail(params.name ?? '')
  if (!jpeg) return redirect('/bureau/lettres?fait=introuvable', 303)
  return new Response(new Uint8Array(jpeg), {
    headers: { 'Content-Type': 'image/jpeg', 'Cache-Control': 'private, max-age=86400' },
  })
}
