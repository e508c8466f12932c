import { getCollection } from 'astro:content'
import type { APIRoute } from 'astro'
import { icalendar } from '../copy/icalendar.ts'
import { plain } from '../copy/markdown/markdown.ts'

/** The exhibitions as an iCalendar file. */
export const GET: APIRoute = async ({ site }) => {
  const events = (await getCollection('exhibitions')).map(({ id, data }) => ({
    ...data,
    id,
    title: plain(data.title),
    place: plain(data.place),
    discipline: plain(data.discipline),
  }))
  return new Response(icalendar(events, new URL(site as URL).host, new Date()), {
    headers: { 'Content-Type': 'text/calendar; charset=utf-8' },
  })
}
