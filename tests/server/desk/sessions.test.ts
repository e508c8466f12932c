import { randomBytes } from 'node:crypto'
import { beforeEach, expect, it, vi } from 'vitest'
import { createDeskAccess } from '../../../src/server/desk/access/desk-access.ts'
import {
  createDeskSessions,
  type DeskSessions,
  endDeskAccess,
  purgeDeskAccess,
} from '../../../src/server/desk/access/sessions.ts'
import { BY_SERVER_LINK } from '../../../src/server/leads/follow-up/authors.ts'
import { db, setUpDatabase } from '../../memory-database.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let now: number
setUpDatabase()
let sessions: DeskSessions
beforeEach(() => {
  now = Date.parse('2026-11-22T10:00:00.000Z')
  sessions = createDeskSessions(db, () => new Date(now), randomBytes)
})

const signIn = (device = 'Safari', former?: string) =>
  sessions.open(sessions.newLink('/bureau'), device, former)?.token ?? ''
const devices = () => sessions.list().map(({ device }) => device)

it('a link is valid once, for ten minutes, and redirects to its page (decisions «The desk»)', () => {
  const link = sessions.newLink('/bureau/lettres')
  expect([sessions.isLinkGood(link), sessions.isLinkGood(link)], 'isLinkGood does not use it up').toEqual([true, true])
  now += 10 * MINUTE - 1
  expect(sessions.isLinkGood(link), 'a link is valid for ten minutes').toBe(true)
  const opened = sessions.open(link, 'Safari, iPhone')
  expect(opened?.destination).toBe('/bureau/lettres')
  expect(sessions.find(opened?.token ?? '')).toMatchObject({ device: 'Safari, iPhone' })
  expect(sessions.isLinkGood(link), 'a used link is invalid').toBe(false)
  expect(sessions.open(link, 'Autre'), 'a session from a used link').toBeUndefined()
  expect(devices()).toEqual(['Safari, iPhone'])
})

it('an expired link, an unknown one and a session token do not sign in', () => {
  const old = sessions.newLink('/bureau')
  now += 10 * MINUTE
  const session = signIn()
  for (const link of [old, session, '', 'x', 'x'.repeat(32)]) {
    expect(sessions.isLinkGood(link), link).toBe(false)
    expect(sessions.open(link, 'Autre'), link).toBeUndefined()
  }
  expect(devices()).toEqual(['Safari'])
})

it('a session of an address that was removed from MAIL_TO is invalid', () => {
  const tokenOf = (author?: string) => sessions.open(sessions.newLink('/bureau', author), 'Safari')?.token ?? ''
  const [gone, here] = [tokenOf('partie@hera.example'), tokenOf('Atelier@hera.example')]
  const others = [here, tokenOf(BY_SERVER_LINK), tokenOf()]
  const access = createDeskAccess(sessions, ['ATELIER@hera.example'])
  expect(access.find(gone), 'session of a removed address').toBeUndefined()
  for (const token of others) expect(access.find(token)).toBeDefined()
  expect(access.list(), 'devices').toHaveLength(others.length)
  expect(createDeskAccess(sessions, []).find(gone), 'valid if e-mail is not set up').toBeDefined()
})

it('a session expires 14 days after its last use', () => {
  const token = signIn()
  now += 14 * DAY - 1
  const found = sessions.find(token)
  expect(found && sessions.touch(found), 'a session unused for almost 14 days is renewed').toBe(true)
  now += 14 * DAY - 1
  expect(sessions.find(token), 'a session is valid for 14 days after its last use').toBeDefined()
  now += 1
  expect(sessions.find(token), 'a session unused for 14 days').toBeUndefined()
  expect(devices(), 'devices with an expired session').toEqual([])
})

it('a session and its author last 90 days, however often it is used', () => {
  const token = sessions.open(sessions.newLink('/bureau', 'lea@hera.example'), 'Safari')?.token ?? ''
  const use = () => {
    const found = sessions.find(token)
    if (found) sessions.touch(found)
    return found !== undefined
  }
  for (let day = 1; day < 90; day += 1) {
    now += DAY
    purgeDeskAccess(db, new Date(now))
    expect(use(), `day ${day}`).toBe(true)
    expect(sessions.find(token)?.author, `author on day ${day}`).toBe('lea@hera.example')
  }
  now += DAY - 1
  expect(use(), 'valid just before 90 days').toBe(true)
  now += 1
  expect(use(), 'valid after 90 days').toBe(false)
})

it('a new sign-in of a device replaces its session only', () => {
  const former = signIn('Safari')
  const other = signIn('Firefox')
  const next = signIn('Safari', former)
  expect([former, other, next].map((token) => sessions.find(token)?.device)).toEqual([undefined, 'Firefox', 'Safari'])
})

it('a session stores its last use at most hourly, and the list starts with the latest', () => {
  const token = signIn('Safari')
  now += MINUTE
  signIn('Firefox')
  const touch = () => {
    const found = sessions.find(token)
    if (found) sessions.touch(found)
    return sessions.find(token)?.seenAt
  }
  expect(devices()).toEqual(['Firefox', 'Safari'])
  now += 59 * MINUTE
  expect(touch()).toBe('2026-11-22T10:00:00.000Z')
  now += 1
  expect(touch()).toBe('2026-11-22T11:00:00.001Z')
  expect(devices()).toEqual(['Safari', 'Firefox'])
})

it('one session is ended by its id, or all with their links', () => {
  const [one, other] = [signIn('Safari'), signIn('Firefox')]
  const link = sessions.newLink('/bureau')
  expect(sessions.end(sessions.find(one)?.id ?? 0), 'a session with a known id is ended').toBe(true)
  expect(sessions.end(99), 'a session with an unknown id is ended').toBe(false)
  expect(devices()).toEqual(['Firefox'])
  endDeskAccess(db)
  expect(sessions.find(other), 'a session after endDeskAccess').toBeUndefined()
  expect(sessions.isLinkGood(link), 'a link is valid after endDeskAccess').toBe(false)
})

it('a session is valid although the disk is full and its last use cannot be stored', () => {
  const found = sessions.find(signIn())
  now += 2 * HOUR
  db.exec("CREATE TRIGGER no BEFORE UPDATE ON desk_sessions BEGIN SELECT RAISE(ABORT, 'full'); END")
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  if (found) sessions.touch(found)
  expect(String(write.mock.calls[0]?.[0])).toContain('ERROR desk session')
  vi.restoreAllMocks()
})

it('the purge deletes expired links and sessions', () => {
  const count = (table: string) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
  signIn()
  sessions.newLink('/bureau')
  const purge = (ms: number) => purgeDeskAccess(db, new Date(now + ms))
  purge(10 * MINUTE - 1)
  expect([count('desk_links'), count('desk_sessions')], 'links and sessions within ten minutes').toEqual([1, 1])
  purge(10 * MINUTE)
  purge(14 * DAY - 1)
  expect([count('desk_links'), count('desk_sessions')], 'links and sessions within fourteen days').toEqual([0, 1])
  purge(14 * DAY)
  expect(count('desk_sessions'), 'sessions after fourteen days').toBe(0)
})
