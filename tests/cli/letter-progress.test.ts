import timers from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchLetter } from '../../src/cli/letter-progress.ts'
import type { Terminal } from '../../src/cli/terminal.ts'
import type { Letters } from '../../src/server/letters/letters.ts'
import type { LetterSummary } from '../../src/server/letters/types.ts'
import { replaceBuiltin } from '../replace-builtin.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let letter: Partial<LetterSummary> | undefined
let budget: number
let noted: string[]
let shown: [number, number, string?][]
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  // Vitest's clock does not reach the timers of this module.
  const wait = (ms?: number) => new Promise<void>((done) => setTimeout(done, ms))
  replaceBuiltin(timers, 'setTimeout', wait as typeof timers.setTimeout)
  letter = { id: 3, state: 'going', recipients: 100, waiting: 100, sent: 0, failed: 0, dropped: 0, uncertain: 0 }
  budget = 0
  noted = []
  shown = []
})
afterEach(() => vi.useRealTimers())

const watch = (interactive = false) => {
  const terminal = {
    interactive,
    note: (text: string) => noted.push(text),
    progress: (...all: [number, number, string?]) => shown.push(all),
  } as Partial<Terminal> as Terminal
  const list = () => (letter ? [{ id: 2, state: 'finished' }, letter] : []) as LetterSummary[]
  return watchLetter(terminal, { list } as Partial<Letters> as Letters, 3, () => budget)
}
const leftOf = async (wait: number) => {
  budget = wait
  shown = []
  const watched = watch(true)
  await vi.advanceTimersByTimeAsync(0)
  letter = undefined
  await vi.advanceTimersByTimeAsync(1000)
  await watched
  letter = { id: 3, state: 'going', recipients: 100, waiting: 100 }
  return shown[0]?.[2]
}

it('ends with the figures of a letter that is finished, or with a failure for one that was stopped or is not there', async () => {
  Object.assign(letter ?? {}, { state: 'finished', sent: 97, failed: 1, dropped: 2, uncertain: 1 })
  expect(await watch(), 'exit code of one that is finished').toBe(0)
  expect(noted).toEqual(['Finie : 97 parties, 1 refusée, 2 retirées, 1 incertaine.'])
  expect(shown).toEqual([[1, 1]])
  Object.assign(letter ?? {}, { state: 'stopped' })
  expect(await watch(), 'exit code of one that was stopped').toBe(1)
  expect(noted[1]).toMatch(/^Arrêtée : 97 parties/)
  letter = undefined
  expect(await watch(), 'exit code of one that is not there').toBe(1)
})

it('says in a pipe how far it is, once a minute, and what is left at the pace so far', async () => {
  const watched = watch()
  await vi.advanceTimersByTimeAsync(0)
  letter = { ...letter, waiting: 90 }
  await vi.advanceTimersByTimeAsync(MINUTE - 1000)
  expect(noted).toEqual(['0 sur 100, encore une minute ou deux'])
  await vi.advanceTimersByTimeAsync(1000)
  // Ten in a minute.
  expect(noted.slice(1)).toEqual(['10 sur 100, encore 9 min'])
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(noted.slice(2)).toEqual(['10 sur 100, encore 18 min'])
  Object.assign(letter, { state: 'finished' })
  await vi.advanceTimersByTimeAsync(1000)
  expect(await watched, 'exit code').toBe(0)
})

it('shows a bar in a terminal, and no lines', async () => {
  const watched = watch(true)
  await vi.advanceTimersByTimeAsync(0)
  letter = undefined
  await vi.advanceTimersByTimeAsync(1000)
  await watched
  expect([noted, shown]).toEqual([[], [[0, 100, 'encore une minute ou deux']]])
})

it('says what the budget of the hour makes it wait, in the unit in which one speaks of it', async () => {
  expect(await leftOf(2 * MINUTE - 1)).toBe('encore une minute ou deux')
  expect(await leftOf(2 * MINUTE)).toBe('encore 2 min')
  expect(await leftOf(2 * MINUTE + 1)).toBe('encore 3 min')
  expect(await leftOf(2 * HOUR - 1)).toBe('encore 120 min')
  expect(await leftOf(2 * HOUR)).toBe('encore 2 h')
  expect(await leftOf(48 * HOUR - 1)).toBe('encore 48 h')
  expect(await leftOf(48 * HOUR)).toBe('encore 2 jours')
})
