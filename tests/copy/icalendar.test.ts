import ICAL from 'ical.js'
import { expect, it } from 'vitest'
import { icalendar } from '../../src/copy/icalendar.ts'

const NOW = new Date('2026-11-21T09:30:15.123Z')
const event = {
  id: 'salon',
  title:
    'Salon; « cheval, main \\ fil » et un nom si long qu’il ne tient pas sur une seule ligne de soixante-quinze octets',
  start: new Date('2026-12-30'),
  end: new Date('2027-01-01'),
  place: 'Parc des expositions,\nParis',
  discipline: 'Saut d’obstacles',
  website: 'https://exemple.fr/salon?a=1,2',
}
const read = (text: string) => new ICAL.Component(ICAL.parse(text)).getAllSubcomponents()

it('icalendar contains the values of an event', () => {
  const [component] = read(icalendar([event], 'hera.example', NOW)).filter(({ name }) => name === 'vevent')
  const value = (name: string) => String(component?.getFirstPropertyValue(name))
  expect(value('summary')).toBe(event.title)
  expect(value('location')).toBe(event.place)
  expect(value('description')).toBe(event.discipline)
  expect(value('uid')).toBe('salon@hera.example')
  expect(value('url')).toBe(event.website)
  expect(value('transp'), 'the days stay free').toBe('TRANSPARENT')
  expect(value('dtstamp')).toBe('2026-11-21T09:30:15Z')
  const days = [value('dtstart'), value('dtend')]
  expect(days, 'dates without a time; the end is the day after the last one').toEqual(['2026-12-30', '2027-01-02'])
})

it('icalendar has a component without an event', () => {
  expect(read(icalendar([], 'hera.example', NOW))).toHaveLength(1)
})

it('icalendar ends lines with CRLF and folds them at 75 octets between characters', () => {
  const text = icalendar([event], 'hera.example', NOW)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(text).toMatch(/END:VCALENDAR\r\n$/)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75)
  expect(text).not.toContain('\uFFFD')
})
