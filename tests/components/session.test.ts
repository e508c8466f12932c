import { beforeEach, expect, it } from 'vitest'
import { trackers } from '../../src/browser/storage.ts'
import { isRefused, sessionId, setRefusal } from '../../src/components/islands/session.ts'
import { REFUSAL_MONTHS, SESSION_IDLE_MIN, SESSION_MAX_H } from '../contract/figures.ts'

const NOON = Date.parse('2026-11-21T12:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE

const kept = new Map<string, string>()
const store = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
}
let made: number
const idAt = (at: number) => sessionId(store, at, () => `id-${++made}`)

beforeEach(() => {
  kept.clear()
  made = 0
})

it('the id of a visit ends after 30 minutes without activity (decisions «Made real», visitor counter)', () => {
  const almost = SESSION_IDLE_MIN * MINUTE - 1
  expect([idAt(NOON), idAt(NOON + almost), idAt(NOON + 2 * almost)]).toEqual(['id-1', 'id-1', 'id-1'])
  expect(idAt(NOON + 2 * almost + SESSION_IDLE_MIN * MINUTE)).toBe('id-2')
})

it('the id of a visit ends after 24 hours, however active (decisions «Made real», visitor counter)', () => {
  for (let at = 0; at < SESSION_MAX_H * HOUR; at += 10 * MINUTE) expect(idAt(NOON + at)).toBe('id-1')
  expect(idAt(NOON + SESSION_MAX_H * HOUR)).toBe('id-2')
})

it.each(['null', '{"id":1}', 'no JSON'])('an invalid stored value is replaced: %s', (text) => {
  kept.set(trackers.session.key, text)
  expect(idAt(NOON)).toBe('id-1')
})

it('a refusal removes the id, expires after 12 months (specification §9) and can be withdrawn', () => {
  idAt(NOON)
  setRefusal(store, NOON, true)
  expect([...kept.keys()]).toEqual([trackers.refusal.key])
  const end = new Date(NOON)
  end.setMonth(end.getMonth() + REFUSAL_MONTHS)
  expect(isRefused(store, end.getTime() - 1), 'refused just before the end').toBe(true)
  expect(isRefused(store, end.getTime()), 'refused at the end').toBe(false)
  setRefusal(store, NOON, true)
  setRefusal(store, NOON, false)
  expect(isRefused(store, NOON), 'still refused after withdrawal').toBe(false)
  expect([...kept]).toEqual([])
})
