import timers from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchLetter } from '../../src/cli/letter-progress.ts'
import type { Terminal } from '../../src/cli/terminal.ts'
import type { LetterSummary } from '../../src/server/mail/letters/letter-rows.ts'
import type { Letters } from '../../src/server/mail/letters/letters.ts'
import { replaceBuiltin } from '../replace-builtin.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let letter: Partial<LetterSummary> | undefined
let budget: number
let noted: string[]
let shown: [number, number, string?][]
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  // Fake timers of Vitest do not replace `setTimeout` of node:timers/promises.
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

it('watchLetter ends with the figures of a finished letter, and fails for a stopped or missing one', async () => {
  Object.assign(letter ?? {}, { state: 'finished', sent: 97, failed: 1, dropped: 2, uncertain: 1 })
  expect(await watch(), 'exit code of a finished letter').toBe(0)
  expect(noted).toEqual(['Finie : 97 parties, 1 refusée, 2 retirées, 1 incertaine.'])
  expect(shown).toEqual([[1, 1]])
  Object.assign(letter ?? {}, { state: 'stopped' })
  expect(await watch(), 'exit code of a stopped letter').toBe(1)
  expect(noted[1]).toMatch(/^Arrêtée : 97 parties/)
  letter = undefined
  expect(await watch(), 'exit code of a missing letter').toBe(1)
})

it('watchLetter prints the progress once a minute in a pipe, with the remaining time at the current pace', async () => {
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

it('watchLetter shows the waiting time for the hourly budget beside a bar in a terminal, in a suitable unit', async () => {
  expect(await leftOf(2 * MINUTE - 1)).toBe('encore une minute ou deux')
  expect(await leftOf(2 * MINUTE)).toBe('encore 2 min')
  expect(await leftOf(2 * MINUTE + 1)).toBe('encore 3 min')
  expect(await leftOf(2 * HOUR - 1)).toBe('encore 120 min')
  expect(await leftOf(2 * HOUR)).toBe('encore 2 h')
  expect(await leftOf(48 * HOUR - 1)).toBe('encore 48 h')
  expect(await leftOf(48 * HOUR)).toBe('encore 2 jours')
  expect([noted, shown]).toEqual([[], [[0, 100, 'encore 2 jours']]])
})
