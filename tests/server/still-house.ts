import { afterEach, beforeEach, expect } from 'vitest'
import { type FormName, forms } from '../../src/forms/index.ts'
import { openKinds } from '../../src/server/all-kinds.ts'
import type { Clock } from '../../src/server/clock.ts'
import { createLetters } from '../../src/server/letters/letters.ts'
import type { Mail } from '../../src/server/outbox/mail.ts'
import type { Dispatch } from '../../src/server/outbox/outbox.ts'
import { createPolicy } from '../../src/server/outbox/policy.ts'
import { disagreements } from '../agreement.ts'
import { answers } from '../samples.ts'
import { openHouse, SITE_URL, tokensIn } from '../time-travel/house.ts'

/** An e-mail as it went. */
interface Sent {
  kind: string
  mail: Mail
  confirm: string
  unsubscribe: string
}

/**
 * The house in the process of a test, at an instant that the test sets, with a mail server that takes everything at once.
 * @param clock one of the test's own, which `goTo` then does not move
 */
export function openStillHouse(begin: string, path = ':memory:', clock?: Clock) {
  const time = { now: new Date(begin) }
  const now = clock ?? (() => time.now)
  const house = openHouse(path, now)
  let count = 0
  const still = {
    ...house,
    /** Goes to an instant, UTC ISO 8601, or so many milliseconds on. */
    goTo(to: string | number) {
      time.now = new Date(typeof to === 'number' ? time.now.getTime() + to : to)
      return time.now
    },
    clock: now,
    /** Stores a submission that no other one is equal to and gives its reference. */
    submit(name: FormName, extra: Record<string, string> = {}, suspectedSpam = false) {
      count += 1
      return house.store.add(forms[name], answers(name, extra), { submissionKey: `key-${count}`, suspectedSpam })
        .reference
    },
    /** The policy under a configuration of its own. */
    policyFor: ({ perHour, ...mail }: { to: string[]; toByForm: Record<string, string[]>; perHour: number }) =>
      createPolicy(
        house.db,
        now,
        perHour,
        openKinds({ db: house.db, clock: now, hash: house.hash, siteUrl: SITE_URL, mail }),
      ),
    /** Sends all that may go now. */
    mails() {
      const sent: Sent[] = []
      house.sendMail((mail, { messages: [{ kind }] }) => {
        const { confirm, unsubscribe } = tokensIn(mail)
        expect(disagreements(`${mail.subject}\n${mail.text}`), 'counts that do not agree with their noun').toEqual([])
        sent.push({ kind, mail, confirm: confirm[0] ?? '', unsubscribe: unsubscribe[0] ?? '' })
      })
      return sent
    },
    /** Takes the message that is next. */
    taken: () => house.outbox.claim() ?? expect.fail('nothing was due'),
    /** Says that the message which is next has gone. Returns it, if there was one. */
    sendNext() {
      const dispatch = house.outbox.claim()
      if (dispatch) house.outbox.sent(dispatch)
      return dispatch
    },
    /** The same for all that may go now. */
    sendAll() {
      const sent: Dispatch[] = []
      for (let next = still.sendNext(); next; next = still.sendNext()) sent.push(next)
      return sent
    },
    rows: <T = Record<string, unknown>>(sql: string, ...values: unknown[]) =>
      house.db.prepare<unknown[], T>(sql).all(...values),
    count: (from: string) => Number(house.db.prepare(`SELECT count(*) FROM ${from}`).pluck().get()),
    /** The letters of the house, with the mail server that trials go to. */
    lettersBy: (smtpUrl?: string) =>
      createLetters({
        db: house.db,
        clock: now,
        objections: house.objections,
        mail: smtpUrl ? { smtpUrl, from: 'a@hera.example', to: [], toByForm: {}, perHour: 300 } : undefined,
        siteUrl: SITE_URL,
        client: 'tests/fixtures/site',
      }),
  }
  /** Somebody joins the newsletter. Returns the reference, and the tokens of the e-mail that comes of it. */
  const join = (email = 'lea@exemple.fr') => {
    const reference = still.submit('newsletter', { email })
    const sent = still.mails().find(({ kind }) => kind === 'confirmation')
    return { reference, confirm: sent?.confirm ?? '', unsubscribe: sent?.unsubscribe ?? '' }
  }
  return {
    ...still,
    join,
    /** The same for somebody who confirms then. */
    joinConfirmed(email?: string) {
      const joined = join(email)
      house.consent.confirm(joined.confirm)
      still.mails()
      return joined
    },
  }
}

export type StillHouse = ReturnType<typeof openStillHouse>

/** The house of the test file that calls `stillHouse`. */
export let house: StillHouse

/**
 * Opens a house for each test of a file, at an instant, UTC ISO 8601, and closes it after the test.
 * @param path of its database; in memory without it
 */
export function stillHouse(begin: string, path?: () => string): void {
  beforeEach(() => {
    house = openStillHouse(begin, path?.())
  })
  afterEach(() => house.db.close())
}
