import type { APIRoute } from 'astro'

export const prerender = false

/** Redirects unknown addresses of the desk. */
export const ALL: APIRoute = ({ redirect }) => redirect('/bureau?fait=introuvable', 303)
