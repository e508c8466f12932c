import type { APIRoute } from 'astro'

export const prerender = false

/** An address of the desk that leads nowhere. */
export const ALL: APIRoute = ({ redirect }) => redirect('/bureau?fait=introuvable', 303)
