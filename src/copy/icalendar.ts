import type { Exhibition } from '../model/schemas.ts'

/** An event with the id that is unique in the calendar. */
type Named = Exhibition & { id: string }

const DAY_MS = 86_400_000
/** Longest line, in octets, without its CRLF (RFC 5545 §3.1). */
const LINE_OCTETS = 75
/** Stands in a calendar without events, because one without any component is invalid (RFC 5545 §3.6). */
const NOTHING = [
  ...['BEGIN:VTIMEZONE', 'TZID:Etc/UTC', 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
  ...['TZOFFSETFROM:+0000', 'TZOFFSETTO:+0000', 'END:STANDARD', 'END:VTIMEZONE'],
]

/**
 * Returns an iCalendar file (RFC 5545) of whole-day events.
 * @param host ends the UID of each event, so that it is unique among all calendars
 * @param now when the file is created
 */
export function icalendar(events: readonly Named[], host: string, now: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Hera//Concours et expositions//FR',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Hera – concours et expositions',
    ...(events.length > 0 ? events.flatMap((event) => component(event, host, now)) : NOTHING),
    'END:VCALENDAR',
  ]
  return lines.map((text) => `${fold(text)}\r\n`).join('')
}

function component({ id, title, start, end, place, discipline, website }: Named, host: string, now: Date) {
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(id)}@${host}`,
    `DTSTAMP:${now.toISOString().replace(/[-:]|\.\d+/g, '')}`,
    `DTSTART;VALUE=DATE:${basicDay(start)}`,
    // DTEND of a whole-day event is the day after its last one.
    `DTEND;VALUE=DATE:${basicDay(new Date(end.getTime() + DAY_MS))}`,
    `SUMMARY:${escapeText(title)}`,
    `LOCATION:${escapeText(place)}`,
    `DESCRIPTION:${escapeText(discipline)}`,
    ...(website ? [`URL:${website}`] : []),
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

function basicDay(day: Date): string {
  return day.toISOString().slice(0, 10).replaceAll('-', '')
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n')
}

/** Folds a line before the character that would exceed the limit; continuation lines begin with a space. */
function fold(text: string): string {
  const parts = ['']
  let octets = 0
  for (const character of text) {
    const size = Buffer.byteLength(character)
    if (octets + size > LINE_OCTETS) {
      parts.push('')
      octets = 1
    }
    parts[parts.length - 1] += character
    octets += size
  }
  return parts.join('\r\n ')
}
