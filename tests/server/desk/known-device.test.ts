import { beforeEach, describe, expect, it } from 'vitest'
import { createKnownDevices, type KnownDevices } from '../../../src/server/desk/access/desk-cookies.ts'
import { createKeyedHash } from '../../../src/server/people/keyed-hash.ts'

const DAY_MS = 86_400_000
const hash = createKeyedHash(':memory:')

let now: number
let devices: KnownDevices
beforeEach(() => {
  now = Date.parse('2026-11-21T10:00:00.000Z')
  devices = createKnownDevices(hash, () => new Date(now), 'https://www.hera.example')
})

describe('known browser', () => {
  it('is recognized for a year by a HttpOnly cookie with the prefix __Host-', () => {
    expect(devices.cookie).toEqual({
      name: '__Host-bureau-connu',
      options: { path: '/', httpOnly: true, sameSite: 'lax', secure: true, maxAge: 365 * 86_400 },
    })
    const value = devices.mark()
    expect(devices.find(value), 'a new cookie is valid').toBeDefined()
    expect(devices.find(value)).toBe(devices.find(value))
    now += 365 * DAY_MS
    expect(devices.find(value), 'a cookie is valid for a year').toBeDefined()
    now += 1000
    expect(devices.find(value), 'a cookie older than a year is invalid').toBeUndefined()
  })

  it('has an id of its own', () => {
    expect(devices.find(devices.mark())).not.toBe(devices.find(devices.mark()))
  })

  it('is not recognized by a forged or changed cookie, or one of another installation', () => {
    const value = devices.mark()
    const [at, id, signature] = value.split('.')
    const changed = [
      `${Number(at) + 1}.${id}.${signature}`,
      `${at}.${'0'.repeat(24)}.${signature}`,
      `${at}.${id}.`,
      value.slice(1),
    ]
    for (const other of [...changed, '', undefined]) expect(devices.find(other), other).toBeUndefined()
    const elsewhere = createKnownDevices(createKeyedHash(':memory:'), () => new Date(now), 'https://www.hera.example')
    expect(elsewhere.find(value), 'the cookie of another installation is invalid').toBeUndefined()
  })
})
