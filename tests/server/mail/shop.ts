import { randomBytes, randomUUID } from 'node:crypto'
import { noticesFor } from '../../../src/copy/notices.ts'
import { parse } from '../../../src/forms/form.ts'
import { type FormName, forms } from '../../../src/forms/index.ts'
import { openDatabase } from '../../../src/server/database/database.ts'
import { createDeskSessions } from '../../../src/server/desk/sessions.ts'
import { isClockDoubted } from '../../../src/server/known-time.ts'
import { createLetterComposer } from '../../../src/server/letters/compose-letter.ts'
import { createLetterQueue } from '../../../src/server/letters/letter-queue.ts'
import { createLetters } from '../../../src/server/letters/letters.ts'
import { createAnnouncer } from '../../../src/server/mail/announce.ts'
import { createComposer } from '../../../src/server/mail/compose.ts'
import { createHouseMail } from '../../../src/server/mail/house-mail.ts'
import { openPolicy } from '../../../src/server/mail/open.ts'
import { createOutbox } from '../../../src/server/mail/outbox.ts'
import { startSender } from '../../../src/server/mail/sender.ts'
import { signInLink } from '../../../src/server/mail/text/desk-link.ts'
import { createEmails } from '../../../src/server/mail/text/emails.ts'
import { createMessages } from '../../../src/server/mail/text/messages.ts'
import { createTransport } from '../../../src/server/mail/transport.ts'
import { createUnaskedRequests } from '../../../src/server/mail/unasked.ts'
import { createConsent } from '../../../src/server/privacy/consent.ts'
import { emailHasher } from '../../../src/server/privacy/email-hash.ts'
import { createObjections } from '../../../src/server/privacy/objections.ts'
import { createUnsubscribeLinks } from '../../../src/server/privacy/unsubscribe-links.ts'
import { createStore } from '../../../src/server/submissions/store.ts'
import { valid } from '../../samples.ts'

const notices = noticesFor({ nom: 'Hera', email: 'contact@hera.example' })
const SITE_URL = 'https://hera.example'
/** Waits of a sender whose clock is moved by hand: it looks often, and its pauses are those of the program. */
const POLL_MS = 20
const TIMEOUTS = { connectMs: 300, silenceMs: 300 }

export interface Row {
  id: number
  kind: string
  form: string
  reference: string
  recipient: string | null
  attempts: number
  hold: string | null
  slow: number
  next_attempt_at: string
  claimed_at: string | null
  sent_at: string | null
  sent_with: number | null
  failed_at: string | null
  failure: string | null
  last_error: string | null
}

interface Settings {
  perHour?: number
  to?: string[]
  toByForm?: Record<string, string[]>
  /** Pauses of the sender; short ones by default, so that tests need not move the clock. */
  waits?: { server: number[]; message: number[] }
}

/** A shop with a mail server, whose clock can be moved. */
export function openShop(smtpUrl: string, settings: Settings = {}) {
  const { perHour = 300, to = ['atelier@hera.example'], toByForm = {} } = settings
  const { waits = { server: [50, 100], message: [50, 100] } } = settings
  let shift = 0
  const clock = () => new Date(Date.now() + shift)
  const mail = { smtpUrl, from: 'Hera <bonjour@hera.example>', to, toByForm, perHour }
  const db = openDatabase(':memory:')
  const hash = emailHasher(':memory:')
  const objections = createObjections(db, hash, clock)
  const policy = openPolicy(db, mail, clock)
  const outbox = createOutbox(db, clock, policy, () => `${randomUUID()}@hera.example`)
  const announcer = createAnnouncer(db, outbox, objections, clock)
  const consent = createConsent(db, clock, randomBytes, announcer)
  const store = createStore(db, notices, clock, announcer)
  const storeWithoutMail = createStore(db, notices, clock)
  const unsubscribeLink = createUnsubscribeLinks(db, hash, clock, SITE_URL)
  const compose = createComposer(db, clock, consent, {
    messages: createMessages(createEmails(SITE_URL), SITE_URL),
    letter: createLetterComposer(db, {
      objections,
      unsubscribeLink,
      replyTo: 'contact@hera.example',
      siteUrl: SITE_URL,
    }),
    house: (form) => toByForm[form] ?? to,
    signInLink: (destination) => signInLink(SITE_URL, createDeskSessions(db, clock, randomBytes).newLink(destination)),
    state: () => ({ status: 'pass', at: clock().toISOString(), parts: [] }),
    siteUrl: SITE_URL,
  })
  const transport = createTransport(smtpUrl, mail.from, TIMEOUTS)
  const askUnasked = createUnaskedRequests(db, outbox, announcer)
  const houseMail = createHouseMail(db, outbox, clock)
  const queueDue = () => {
    askUnasked()
    houseMail()
  }
  const letterQueue = createLetterQueue(db, outbox, objections, unsubscribeLink, clock)
  const letters = createLetters({ db, clock, objections, mail, siteUrl: SITE_URL, client: 'tests/fixtures/site' })
  const read = (name: FormName, extra: Record<string, string>) => {
    const { values, errors } = parse(forms[name], { ...valid[name], ...extra }, '2026-11-21')
    if (!values) throw new Error(JSON.stringify(errors))
    return values
  }
  return {
    db,
    clock,
    policy,
    outbox,
    consent,
    objections,
    compose,
    letters,
    pass: (ms: number) => {
      shift += ms
    },
    send: () =>
      startSender(
        {
          outbox,
          compose,
          transport,
          queueDue,
          letters: letterQueue,
          clock,
          isClockDoubted: () => isClockDoubted(db, clock()),
        },
        { ...waits, poll: POLL_MS },
      ),
    /** Stores a submission. @param address of the visitor's connection */
    submit: (name: FormName, extra: Record<string, string> = {}, address?: string) =>
      store.add(forms[name], read(name, extra), { suspectedSpam: false }, address),
    submitSuspected: (name: FormName) => store.add(forms[name], read(name, {}), { suspectedSpam: true }),
    /** Stores a submission while no e-mail is configured. */
    submitWithoutMail: (name: FormName, extra: Record<string, string> = {}) =>
      storeWithoutMail.add(forms[name], read(name, extra), { suspectedSpam: false }),
    queue: () => db.prepare('SELECT * FROM outbox ORDER BY id').all() as Row[],
  }
}

export type Shop = ReturnType<typeof openShop>
