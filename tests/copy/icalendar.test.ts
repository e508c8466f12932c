import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
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
const events = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((each) => new ICAL.Event(each))

describe('icalendar', () => {
  it('contains the values of an event', () => {
    const [read] = events(icalendar([event], 'hera.example', NOW))
    expect(read?.summary).toBe(event.title)
    expect(read?.location).toBe(event.place)
    expect(read?.description).toBe(event.discipline)
    expect(read?.uid).toBe('salon@hera.example')
    expect(String(read?.component.getFirstPropertyValue('url'))).toBe(event.website)
    expect(read?.component.getFirstPropertyValue('transp'), 'the days stay free').toBe('TRANSPARENT')
    expect(String(read?.component.getFirstPropertyValue('dtstamp'))).toBe('2026-11-21T09:30:15Z')
    expect(read?.startDate.isDate, 'a date without a time').toBe(true)
    const days = [read?.startDate.toString(), read?.endDate.toString()]
    expect(days, 'the end is the day after the last one').toEqual(['2026-12-30', '2027-01-02'])
  })

  it('has a component without an event', () => {
    const empty = new ICAL.Component(ICAL.parse(icalendar([], 'hera.example', NOW)))
    expect(empty.getAllSubcomponents()).toHaveLength(1)
  })

  it('ends lines with CRLF and folds them at 75 octets between characters', () => {
    const text = icalendar([event], 'hera.example', NOW)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(text).toMatch(/END:VCALENDAR\r\n$/)
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75)
    expect(text).not.toContain('\uFFFD')
  })
})
