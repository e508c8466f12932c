import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FormName } from '../../../src/forms/index.ts'
import { forms } from '../../../src/forms/index.ts'
import { answers } from '../../samples.ts'
import { openBackend } from '../../time-travel/backend.ts'

/** Decisions «E-mail»: no stream can starve another. The seed is fixed; `SEED=… vitest run` sets another. */
const SEED = Number(process.env.SEED) || 1985
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const BEGIN = Date.parse('2026-11-21T18:00:00.000Z')
/** Time of sending one message, in milliseconds. */
const TAKES = 300
/** Step of the clock while no message may be sent, in milliseconds; actions due meanwhile happen at its end. */
const STEP = MINUTE

/** One action of a visitor or the owner, `at` milliseconds after the start. */
interface Act {
  at: number
  do: () => void
}
/** One sent message. */
interface Went {
  kind: string
  recipient: string | null
  references: string[]
  at: number
}

let now: number
let backend: ReturnType<typeof openBackend>
let random: () => number
let went: Went[]
let count: number
beforeEach(() => {
  now = BEGIN
  went = []
  count = 0
  random = randomOf(SEED)
  backend = openBackend(':memory:', () => new Date(now))
})
afterEach(() => backend.db.close())

/** Returns a random number generator (Mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const between = (from: number, to: number) => from + random() * (to - from)
/** Returns a random address in the network of a number. */
const addressIn = (network: number) =>
  `10.${Math.floor(network / 200)}.${network % 200}.${1 + Math.floor(random() * 250)}`

function submit(form: FormName, email: string, address: string): string {
  count += 1
  return backend.store.add(
    forms[form],
    answers(form, { email }),
    { submissionKey: `key-${count}`, suspectedSpam: false },
    address,
  ).reference
}

/** Runs the acts in order while messages are sent, for `until` milliseconds or until all is over. */
function live(acts: readonly Act[], until: number, isOver = () => false): void {
  const waiting = [...acts].sort((a, b) => a.at - b.at)
  while (now - BEGIN < until && !(waiting.length === 0 && isOver())) {
    while (waiting[0] && waiting[0].at <= now - BEGIN) waiting.shift()?.do()
    const dispatch = backend.outbox.claim()
    if (dispatch) {
      const { messages } = dispatch
      const [{ kind, recipient }] = messages
      now += TAKES
      backend.outbox.sent(dispatch)
      went.push({ kind, recipient, references: messages.map(({ reference }) => reference), at: now })
    } else now += STEP
  }
}

/** Genuine sign-ins, submissions and withdrawals at random times, which a flood must not delay. */
function trueOnes(from: number, to: number) {
  const asked: { what: string; at: number; wait: () => number }[] = []
  const add = (what: string, of: () => (message: Went) => boolean): Act => {
    const at = between(from, to)
    return {
      at,
      do() {
        const isIt = of()
        const begun = now
        let arrived: number | undefined
        const wait = () => {
          arrived ??= went.find(isIt)?.at
          return (arrived ?? Number.POSITIVE_INFINITY) - begun
        }
        asked.push({ what, at, wait })
      },
    }
  }
  const acts = Array.from({ length: 4 }, (_, n) => [
    add('link', () => {
      const recipient = `maison${n}@hera.example`
      backend.outbox.add({ kind: 'sign-in', form: 'bureau', about: '/bureau', recipient })
      return (message) => message.kind === 'sign-in' && message.recipient === recipient
    }),
    add('notice', () => {
      const reference = submit('contact', `vraie${n}@exemple.fr`, addressIn(5000 + n))
      return (message) => message.kind === 'lead' && message.references.includes(reference)
    }),
    add('withdrawal', () => {
      const reference = submit('withdrawal', `cliente${n}@exemple.fr`, addressIn(6000 + n))
      return (message) => message.kind === 'withdrawal' && message.references.includes(reference)
    }),
  ]).flat()
  const longest = (what: string) => {
    const waits = asked.filter((one) => one.what === what).map(({ wait }) => wait())
    expect(waits, `genuine requests of a ${what}`).not.toEqual([])
    return Math.max(...waits)
  }
  const answered = () => asked.every(({ wait }) => wait() < Number.POSITIVE_INFINITY)
  return { acts, longest, answered }
}

/** Withdrawals with invented addresses: `each` per network within a period. */
const invented = (networks: number, each: number, from: number, to: number): Act[] =>
  Array.from({ length: networks * each }, (_, n) => ({
    at: between(from, to),
    do: () => void submit('withdrawal', `invente${n}@exemple.fr`, addressIn(n % networks)),
  }))

const allWent = () => backend.outbox.waiting() === 0

describe(`during a flood (seed ${SEED})`, () => {
  it('of 70 addresses with five withdrawals each, others are served in time, and the flood is too in the end', () => {
    const { acts, longest } = trueOnes(MINUTE, HOUR)
    live([...invented(70, 5, 0, 10 * MINUTE), ...acts], 90 * MINUTE)
    expect(longest('link'), 'longest delay of a link, in ms').toBeLessThanOrEqual(30 * SECOND)
    expect(longest('notice'), 'longest delay of a notice, in ms').toBeLessThanOrEqual(20 * MINUTE)
    expect(longest('withdrawal'), 'longest delay of a withdrawal, in ms').toBeLessThanOrEqual(15 * MINUTE)
    live([], 24 * HOUR, allWent)
    expect(backend.outbox.waiting(), 'messages still queued after a day').toBe(0)
    expect(
      new Set(went.filter(({ kind }) => kind === 'withdrawal').flatMap(({ references }) => references)).size,
      'acknowledged withdrawals',
    ).toBe(354)
  })

  it('of 400 networks, a genuine withdrawal waits for one message of each network at most', () => {
    const { acts, longest, answered } = trueOnes(HOUR, 2 * HOUR)
    live([...invented(400, 2, 0, HOUR), ...acts], 6 * HOUR, answered)
    expect(longest('withdrawal'), 'longest delay of a withdrawal, in ms').toBeLessThanOrEqual(2.25 * HOUR)
    expect(longest('notice'), 'longest delay of a notice, in ms').toBeLessThanOrEqual(20 * MINUTE)
    expect(longest('link'), 'longest delay of a link, in ms').toBeLessThanOrEqual(30 * SECOND)
  })

  it('of 300 sign-ups in half an hour, owner and withdrawals are served in time and all are asked to confirm', () => {
    const { acts, longest } = trueOnes(MINUTE, HOUR)
    const signUps = Array.from({ length: 300 }, (_, n) => ({
      at: between(0, HOUR / 2),
      do: () => void submit('waitlist', `attente${n}@exemple.fr`, addressIn(n % 240)),
    }))
    live([...signUps, ...acts], 6 * HOUR, allWent)
    expect(longest('withdrawal'), 'longest delay of a withdrawal, in ms').toBeLessThanOrEqual(15 * MINUTE)
    expect(longest('notice'), 'longest delay of a notice, in ms').toBeLessThanOrEqual(20 * MINUTE)
    expect(longest('link'), 'longest delay of a link, in ms').toBeLessThanOrEqual(30 * SECOND)
    expect(went.filter(({ kind }) => kind === 'confirmation')).toHaveLength(300)
  })
})
