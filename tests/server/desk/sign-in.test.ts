import { randomBytes } from 'node:crypto'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../src/server/clock.ts'
import { deskDestination } from '../../../src/server/desk/access/destination.ts'
import {
  endDeskAccess,
  findSession,
  isLinkGood,
  newLink,
  openSession,
  purgeDeskAccess,
  touchSession,
} from '../../../src/server/desk/access/sessions.ts'
import { createLinkRequests } from '../../../src/server/desk/access/sign-in-requests.ts'
import { ANNE, BASTIEN, backend, setUpTestDesk } from './test-desk.ts'

setUpTestDesk('2026-11-23T10:00:00.000Z')

const link = (author = ANNE) => newLink(backend.db, backend.clock, randomBytes, '/bureau/C-1', author)
const open = (token: string, former?: string) => openSession(backend.db, backend.clock, randomBytes, token, former)
const find = (token: string | undefined, staff = [ANNE, BASTIEN]) =>
  findSession(backend.db, backend.clock, staff, token ?? '')

describe('a sign-in link', () => {
  it('holds for ten minutes and until one of the same person is used', () => {
    const [first, second, other] = [link(), link(), link(BASTIEN)]
    const good = () => [first, second, other].map((token) => isLinkGood(backend.db, backend.clock, token))
    backend.goTo(10 * MINUTE_MS - 1)
    expect(good()).toEqual([true, true, true])
    expect(open(second)).toMatchObject({ destination: '/bureau/C-1' })
    expect(good()).toEqual([false, false, true])
    backend.goTo(1)
    expect([open(first), open(other), open('x')], 'used, expired and invented ones').toEqual(Array(3).fill(undefined))
  })

  it('is asked for all day by a stranger, and one of the house still enters', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { db, clock, outbox } = backend
    const request = createLinkRequests({ db, clock, outbox, staff: [ANNE], wake: () => {} })
    const ask = (...addresses: string[]) => {
      for (const address of addresses) request(address, '/bureau')
      vi.advanceTimersByTime(1000)
      return backend.mails().map(({ mail }) => mail)
    }
    const asked = ask('inconnue@mal.example', ' ANNE@hera.example ', ANNE)
    expect(asked, 'links within two minutes').toMatchObject([{ to: [ANNE] }])
    for (let n = 0; n < 50; n++) {
      backend.goTo(2 * MINUTE_MS)
      ask(ANNE)
    }
    backend.goTo(2 * MINUTE_MS)
    const [mail] = ask(' ANNE@hera.example ')
    expect(open(/entrer\/([\w-]{32})/.exec(mail?.text ?? '')?.[1] ?? '')).toBeDefined()
    // The clock, a year ahead until now, is set right.
    backend.goTo(-365 * DAY_MS)
    expect(ask(ANNE)).toHaveLength(1)
  })

  it.each(['//mal.example', '/bureau/../contact', '/bureau?x=//mal'])(
    'leads nowhere but into the desk: not to %s',
    (path) => expect(deskDestination(path)).toBe('/bureau'),
  )
})

describe('a session', () => {
  it('is stored as a hash and lasts 30 days after its last use', () => {
    const opened = open(link())
    expect(JSON.stringify(backend.rows('SELECT * FROM desk_sessions'))).not.toContain(opened?.token)
    expect(find(opened?.token)?.author).toBe(ANNE)
    backend.goTo(29 * DAY_MS)
    const session = find(opened?.token)
    expect(session && touchSession(backend.db, backend.clock, session)).toBe(true)
    backend.goTo(29 * DAY_MS)
    expect(find(opened?.token), 'after its use').toBeDefined()
    backend.goTo(DAY_MS)
    expect(find(opened?.token), '30 days after it').toBeUndefined()
    purgeDeskAccess(backend.db, backend.clock())
    expect(backend.count('desk_sessions')).toBe(0)
  })

  it('lasts 90 days at most, however often it is used', () => {
    const opened = open(link())
    for (let use = 0; use < 3; use++) {
      backend.goTo(29 * DAY_MS)
      const session = find(opened?.token)
      expect(session && touchSession(backend.db, backend.clock, session)).toBe(true)
    }
    backend.goTo(3 * DAY_MS)
    expect(find(opened?.token)).toBeUndefined()
  })

  it('ends with the address in MAIL_TO, with a new one of its browser, and with «tous les appareils»', () => {
    const opened = open(link())
    expect(find(opened?.token, [BASTIEN]), 'after Anne has left').toBeUndefined()
    const second = open(link(), opened?.token)
    expect([find(opened?.token), find(second?.token)?.author], 'in the same browser').toEqual([undefined, ANNE])
    endDeskAccess(backend.db)
    expect(find(second?.token)).toBeUndefined()
  })
})
