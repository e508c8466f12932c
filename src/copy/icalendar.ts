/** A dated event, as src/content/exhibitions describes it; days are midnight UTC, the last one included. */
export interface CalendarEvent {
  title: string
  start: Date
  end: Date
  place: string
  discipline: string
  website?: string | undefined
}

/** The same with the name that tells it from others in the calendar. */
type Named = CalendarEvent & { id: string }

const DAY_MS = 86_400_000
/** Longest line, in octets, without its CRLF (RFC 5545 §3.1). */
const LINE_OCTETS = 75

/** A calendar holds at least one component (RFC 5545 §3.6), also while there is no event; whole days have no hour. */
const UTC = `BEGIN:VTIMEZONE
TZID:Etc/UTC
BEGIN:STANDARD
DTSTART:19700101T000000
TZOFFSETFROM:+0000
TZOFFSETTO:+0000
END:STANDARD
END:VTIMEZONE`.split('\n')

/**
 * An iCalendar file (RFC 5545) of events that last whole days.
 * @param host ends the identifier of each event, so that no other calendar has it
 * @param now when the file is made
 */
export function icalendar(events: readonly Named[], host: string, now: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Hera//Concours et expositions//FR',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Hera – concours et expositions',
    ...UTC,
    ...events.flatMap((event) => component(event, host, now)),
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
    // The end of a whole-day event is the day after its last one.
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

/** Cuts a line before the character that would pass the limit; what follows begins with a space. */
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
