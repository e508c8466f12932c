import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { purgeDeskAccess } from '../../../../src/server/desk/access/sessions.ts'
import { startDailyPurge } from '../../../../src/server/leads/retention/daily-purge.ts'
import { catchOutput, written } from '../../../support/caught-output.ts'
import { backend, setUpTestBackend } from '../../test-backend.ts'

const DAY = 86_400_000

setUpTestBackend('2026-11-22T10:00:00.000Z')
catchOutput()
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
/** Lines of the log without their times. */
const lines = () => `${written.out}${written.err}`.replace(/^\S+ /gm, '').trimEnd().split('\n')
/** Advances the clock and the timers by a day. */
const aDayLater = () => {
  backend.goTo(DAY)
  vi.advanceTimersByTime(DAY)
}

it('the daily purge runs at start and once a day, logs what it deleted and ends when stopped', () => {
  backend.goTo('2025-11-23T10:00:00.000Z')
  backend.submit('contact')
  backend.submit('ambassador')
  backend.goTo('2026-11-22T10:00:00.000Z')
  backend.submit('newsletter')
  backend.db.exec("INSERT INTO small_facts VALUES ('purge', '2026-11-21T10:00:00.000Z')")
  backend.db.exec(
    `INSERT INTO desk_links (hash, destination, created_at) VALUES ('${'0'.repeat(64)}', '/bureau', '2026-11-22T09:00:00.000Z')`,
  )
  const stop = startDailyPurge(backend.db, backend.clock, purgeDeskAccess)
  expect(lines()).toEqual(['purge nothing'])
  expect(backend.count('desk_links'), 'expired sign-in links').toBe(0)
  aDayLater()
  expect(lines()).toEqual(['purge nothing', 'purge nothing'])
  aDayLater()
  expect(lines().at(-1)).toBe('purge contact=1 ambassador=1')
  stop()
  aDayLater()
  expect(lines().slice(3), 'lines after it was stopped').toEqual([])
})
