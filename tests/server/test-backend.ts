import { afterEach, beforeEach, expect } from 'vitest'
import { type FormName, forms } from '../../src/forms/index.ts'
import type { Clock } from '../../src/server/clock.ts'
import { correctAddress } from '../../src/server/leads/correct.ts'
import { findLead } from '../../src/server/leads/leads.ts'
import { erasePerson } from '../../src/server/leads/person.ts'
import { createLetters } from '../../src/server/mail/letters/letters.ts'
import type { Mail } from '../../src/server/mail/mail.ts'
import type { Dispatch } from '../../src/server/mail/message.ts'
import { answers } from '../support/samples.ts'
import { mailConfig, openBackend, SITE_URL, tokensIn } from './backend.ts'

/**
 * Opens the services in the process of the test, with a fake clock and a mail server that accepts all at once.
 * @param clock replaces the fake clock, so that `goTo` has no effect
 */
export function openTestBackend(begin: string, path = ':memory:', clock?: Clock) {
  const time = { now: new Date(begin) }
  const now = clock ?? (() => time.now)
  const backend = openBackend(path, now)
  let count = 0
  const still = {
    ...backend,
    /** Sets the clock to an instant (UTC, ISO 8601) or ahead by milliseconds. */
    goTo(to: string | number) {
      time.now = new Date(typeof to === 'number' ? time.now.getTime() + to : to)
      return time.now
    },
    clock: now,
    /** Stores a new submission, even if another one has the same content, and returns its reference. */
    submit(name: FormName, extra: Record<string, string> = {}, suspectedSpam = false) {
      count += 1
      return backend.store.add(forms[name], answers(name, extra), { submissionKey: `key-${count}`, suspectedSpam })
        .reference
    },
    /** Sends all due messages and returns them with the tokens of their links. */
    mails() {
      const sent: { kind: string; mail: Mail; confirm: string; unsubscribe: string }[] = []
      backend.sendMail((mail, { messages: [{ kind }] }) => {
        const { confirm, unsubscribe } = tokensIn(mail)
        expect(`${mail.subject}\n${mail.text}`, 'values that are missing').not.toMatch(/\{\{|\bundefined\b/)
        sent.push({ kind, mail, confirm: confirm[0] ?? '', unsubscribe: unsubscribe[0] ?? '' })
      })
      return sent
    },
    /** Sends all due messages and returns their kinds. */
    sentKinds: () => still.mails().map(({ kind }) => kind),
    /** Corrects the address of a lead. Returns what is wrong with the new one. */
    correct(reference: string, email: string) {
      const lead = findLead(backend.db, reference)
      return lead && correctAddress({ db: backend.db, clock: now, author: null }, lead, email)
    },
    erase: (email: string) => erasePerson(backend.db, path, backend.hash, now, email),
    /** Claims the next message; fails if none is due. */
    taken: () => backend.order.claim() ?? expect.fail('nothing was due'),
    /** Claims the next message and records it as sent. Returns it, undefined if none is due. */
    sendNext() {
      const dispatch = backend.order.claim()
      if (dispatch) backend.results.sent(dispatch)
      return dispatch
    },
    /** Does the same for all due messages. */
    sendAll() {
      const sent: Dispatch[] = []
      for (let next = still.sendNext(); next; next = still.sendNext()) sent.push(next)
      return sent
    },
    rows: <T = Record<string, unknown>>(sql: string, ...values: unknown[]) =>
      backend.db.prepare<unknown[], T>(sql).all(...values),
    /** Returns the first column of the rows. */
    column: (sql: string, ...values: unknown[]): unknown[] =>
      backend.db
        .prepare(sql)
        .pluck()
        .all(...values),
    count: (from: string) => Number(backend.db.prepare(`SELECT count(*) FROM ${from}`).pluck().get()),
    /** Returns the letters; @param smtpUrl receives test letters */
    lettersBy: (smtpUrl?: string) =>
      createLetters({
        db: backend.db,
        clock: now,
        objections: backend.objections,
        outbox: backend.outbox,
        mail: smtpUrl ? mailConfig(smtpUrl) : undefined,
        siteUrl: SITE_URL,
        client: 'tests/fixtures/site',
      }),
  }
  /** Signs up to a list. Returns the reference and the tokens of the confirmation e-mail. */
  const join = (email = 'lea@exemple.fr', list: 'newsletter' | 'waitlist' = 'newsletter') => {
    const reference = still.submit(list, { email })
    const sent = still.mails().find(({ kind }) => kind === 'confirmation')
    return { reference, confirm: sent?.confirm ?? '', unsubscribe: sent?.unsubscribe ?? '' }
  }
  return {
    ...still,
    join,
    /** Signs up and confirms. */
    joinConfirmed(...given: Parameters<typeof join>) {
      const joined = join(...given)
      backend.consent.confirm(joined.confirm)
      still.mails()
      return joined
    },
  }
}

export type TestBackend = ReturnType<typeof openTestBackend>

/** Set for each test of the file that calls `setUpTestBackend`. */
export let backend: TestBackend

/**
 * Opens a backend at an instant (UTC, ISO 8601) before each test of a file, and closes it afterwards.
 * @param path of its database; in memory by default
 */
export function setUpTestBackend(begin: string, path?: () => string): void {
  beforeEach(() => {
    backend = openTestBackend(begin, path?.())
  })
  afterEach(() => backend.db.close())
}
