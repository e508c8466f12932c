import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { visitsSummary } from '../../../src/server/desk/desk-figures.ts'
import { readVisits } from '../../../src/server/visits/read-visits.ts'
import { createVisits, type Visits } from '../../../src/server/visits/visits.ts'
import { db, setUpDatabase } from '../../memory-database.ts'

const ELSEWHERE = { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site', referer: 'https://cheval.example/x' }
const INSIDE = { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-origin' }

let now = ''
setUpDatabase()
let visits: Visits
/** Error of the disk; undefined while it works. */
let full: Error | undefined
beforeEach(() => {
  now = '2026-11-23T10:00:00.000Z'
  full = undefined
  visits = createVisits(
    async (job) => {
      if (full) throw full
      db.transaction(job).immediate(db)
    },
    () => new Date(now),
  )
})
afterEach(async () => {
  await visits.stop()
  vi.restoreAllMocks()
})

const rows = () => db.prepare('SELECT day, what, name, count FROM visits ORDER BY day, what, name').raw().all()

it('visits are counted by day, page, host and form, and written only on flush or stop', async () => {
  const home = visits.page('/', ['waitlist'])
  const contact = visits.page('/contact', ['contact'])
  home(ELSEWHERE)
  contact(INSIDE)
  contact(INSIDE)
  visits.sent('contact')
  expect(rows(), 'rows before the flush').toEqual([])
  await visits.flush()
  const day = '2026-11-23'
  const once = [
    [day, 'host', 'cheval.example', 1],
    [day, 'page', '/', 1],
    [day, 'page', '/contact', 2],
    [day, 'reached', 'contact', 2],
    [day, 'reached', 'waitlist', 1],
    [day, 'sent', 'contact', 1],
    [day, 'visit', '', 1],
  ]
  expect(rows()).toEqual(once)
  await visits.flush()
  expect(rows()).toEqual(once)
  home(ELSEWHERE)
  await visits.stop()
  expect(rows()).toContainEqual([day, 'visit', '', 2])
})

it('visits are counted by the day in Paris', async () => {
  now = '2026-11-23T23:30:00.000Z'
  visits.page('/', [])(INSIDE)
  await visits.flush()
  expect(rows()).toEqual([['2026-11-24', 'page', '/', 1]])
})

it('visits include a prefetched page once it is shown, and no path that is not a page', async () => {
  visits.page('/contact', ['contact'])
  visits.prefetchedPageOpened('/contact')
  visits.prefetchedPageOpened('/bureau/C-2641-ABCD')
  visits.prefetchedPageOpened('/<script>')
  await visits.flush()
  expect(rows().map((row) => (row as unknown[]).slice(1))).toEqual([
    ['page', '/contact', 1],
    ['reached', 'contact', 1],
  ])
})

it('visits stay counted when the disk fails, and are written the next time', async () => {
  const problems = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const home = visits.page('/', [])
  home(INSIDE)
  full = new Error('disk full')
  const refused = visits.flush()
  home(INSIDE)
  await refused
  expect(problems.mock.calls.join()).toContain('visits')
  home(INSIDE)
  full = undefined
  await visits.flush()
  expect(rows()).toEqual([['2026-11-23', 'page', '/', 3]])
})

it('visits store a limited number of hosts a day, however many a visitor invents', async () => {
  const home = visits.page('/', [])
  const arrive = (host: string) => home({ ...ELSEWHERE, referer: `https://${host}/` })
  for (let turn = 0; turn < 3; turn++) {
    for (let i = 0; i < 150; i++) arrive(`h${turn}-${i}.example`)
    arrive('h0-1.example')
    await visits.flush()
  }
  const hosts = rows().filter((row) => (row as unknown[])[1] === 'host')
  expect(hosts, 'stored hosts').toHaveLength(100)
  expect(hosts).toContainEqual(['2026-11-23', 'host', 'h0-1.example', 2])
  expect(rows()).toContainEqual(['2026-11-23', 'visit', '', 453])
})

it('visits count new hosts again on the day after the limit was reached', async () => {
  const home = visits.page('/', [])
  for (let i = 0; i < 150; i++) home({ ...ELSEWHERE, referer: `https://h${i}.example/` })
  await visits.flush()
  now = '2026-11-24T10:00:00.000Z'
  home(ELSEWHERE)
  await visits.flush()
  expect(rows()).toContainEqual(['2026-11-24', 'host', 'cheval.example', 1])
})

it('visits older than thirteen months are deleted', async () => {
  db.exec("INSERT INTO visits VALUES ('2025-10-22', 'visit', '', 7), ('2025-10-23', 'visit', '', 8)")
  visits.page('/', [])(INSIDE)
  await visits.flush()
  expect(rows().map((row) => (row as unknown[])[0])).toEqual(['2025-10-23', '2026-11-23'])
})

describe('the visits shown at the desk', () => {
  it('contain every day, the days before, and the most frequent names', () => {
    const others = [...'bcdefghi'].map((letter) => `('2026-11-22', 'host', '${letter}.example', 1)`)
    db.exec(`INSERT INTO visits VALUES ${others}, ('2026-11-09', 'visit', '', 30), ('2026-11-10', 'visit', '', 4), ('2026-11-17', 'visit', '', 5),
      ('2026-11-23', 'visit', '', 2), ('2026-11-20', 'page', '/faq', 3), ('2026-11-21', 'page', '/', 4),
      ('2026-11-22', 'page', '/faq', 3), ('2026-11-16', 'page', '/about', 9), ('2026-11-23', 'host', 'a.example', 2),
      ('2026-11-23', 'reached', 'contact', 6), ('2026-11-23', 'sent', 'contact', 1)`)
    const read = readVisits(db, '2026-11-23', 7)
    expect(read).toMatchObject({
      visits: 7,
      visitsBefore: 4,
      since: '2026-11-09',
      pages: [
        { name: '/faq', count: 6 },
        { name: '/', count: 4 },
      ],
    })
    expect(read.hosts.map(({ name }) => name)).toEqual([...'abcdefgh'].map((letter) => `${letter}.example`))
    expect(read.days.map(({ visits }) => visits)).toEqual([5, 0, 0, 0, 0, 0, 2])
    expect(read.days[0]?.day).toBe('2026-11-17')
    expect([read.reached.get('contact'), read.sent.get('contact')]).toEqual([6, 1])
  })

  it.each([
    [0, 0, 0, 'Personne n’est venu sur le site depuis sept jours.'],
    [0, 3, 0, 'Personne n’est venu sur le site depuis sept jours (3 les sept jours d’avant).'],
    [1, 0, 0, '1 visite en sept jours : on vient, et personne n’a écrit.'],
    [2, 1, 1, '2 visites en sept jours (1 les sept jours d’avant) : 1 formulaire envoyé.'],
    [9, 0, 2, '9 visites en sept jours : 2 formulaires envoyés.'],
  ])('of %i visits, %i before and %i forms are summed up as: %s', (count, before, forms, words) => {
    const sent = new Map([
      ['contact', Math.min(1, forms)],
      ['quote', Math.max(0, forms - 1)],
    ])
    expect(visitsSummary({ ...readVisits(db, '2026-11-23', 7), visits: count, visitsBefore: before, sent })).toBe(words)
  })

  it('are empty if nothing was counted', () => {
    expect(readVisits(db, '2026-11-23', 7)).toMatchObject({ visits: 0, since: undefined, pages: [], hosts: [] })
  })
})
