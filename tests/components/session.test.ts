import { beforeEach, describe, expect, it } from 'vitest'
import { trackers } from '../../src/browser/storage.ts'
import { isRefused, sessionId, setRefusal } from '../../src/components/islands/session.ts'
import { REFUSAL_MONTHS, SESSION_IDLE_MIN, SESSION_MAX_H } from '../contract/figures.ts'

const NOON = Date.parse('2026-11-21T12:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE

let kept: Map<string, string>
let store: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
let made: number
const newId = () => `id-${++made}`

beforeEach(() => {
  kept = new Map()
  made = 0
  store = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
})

describe('sessionId', () => {
  it('is kept until 30 minutes without activity (decisions «Made real», visitor counter)', () => {
    expect(sessionId(store, NOON, newId)).toBe('id-1')
    expect(sessionId(store, NOON + SESSION_IDLE_MIN * MINUTE - 1, newId)).toBe('id-1')
    expect(sessionId(store, NOON + 2 * SESSION_IDLE_MIN * MINUTE - 2, newId)).toBe('id-1')
  })

  it('is replaced after 30 minutes without activity (decisions «Made real», visitor counter)', () => {
    sessionId(store, NOON, newId)
    expect(sessionId(store, NOON + SESSION_IDLE_MIN * MINUTE, newId)).toBe('id-2')
  })

  it('is replaced after 24 hours, however active (decisions «Made real», visitor counter)', () => {
    let last = ''
    for (let at = 0; at < SESSION_MAX_H * HOUR; at += 10 * MINUTE) last = sessionId(store, NOON + at, newId)
    expect(last).toBe('id-1')
    expect(sessionId(store, NOON + SESSION_MAX_H * HOUR, newId)).toBe('id-2')
  })

  it.each(['', 'null', '{"id":1}', '{"id":"x"}', 'no JSON'])('replaces an invalid stored value: %s', (text) => {
    kept.set(trackers.session.key, text)
    expect(sessionId(store, NOON, newId)).toBe('id-1')
  })
})

describe('refusal of the visitor counter', () => {
  it('expires after 12 months (specification §9, cookie retention)', () => {
    const end = new Date(NOON)
    end.setMonth(end.getMonth() + REFUSAL_MONTHS)
    setRefusal(store, NOON, true)
    expect(isRefused(store, end.getTime() - 1), 'refused just before the end').toBe(true)
    expect(isRefused(store, end.getTime()), 'refused at the end').toBe(false)
    expect([...kept]).toEqual([])
  })

  it('removes the identifier and can be withdrawn', () => {
    sessionId(store, NOON, newId)
    setRefusal(store, NOON, true)
    expect([...kept.keys()]).toEqual([trackers.refusal.key])
    setRefusal(store, NOON, false)
    expect(isRefused(store, NOON), 'still refused after withdrawal').toBe(false)
    expect([...kept]).toEqual([])
  })

  it('is ignored if the stored value is not a date', () => {
    kept.set(trackers.refusal.key, 'yes')
    expect(isRefused(store, NOON)).toBe(false)
  })
})
