import { randomUUID } from 'node:crypto'
import { forms } from '../../forms/index.ts'
import type { BuildManifest } from '../build-manifest.ts'
import type { Clock } from '../clock.ts'
import type { MailConfig } from '../config.ts'
import type { Database } from '../database/database.ts'
import { createDeskSessions } from '../desk/sessions.ts'
import { isClockDoubted } from '../known-time.ts'
import { createLetterComposer } from '../letters/compose-letter.ts'
import { createLetterQueue } from '../letters/letter-queue.ts'
import { type Consent, systemRandom } from '../privacy/consent.ts'
import type { HashEmail } from '../privacy/email-hash.ts'
import { createObjections } from '../privacy/objections.ts'
import { createUnsubscribeLinks } from '../privacy/unsubscribe-links.ts'
import { readState } from '../state/read-state.ts'
import { type Announcer, createAnnouncer } from './announce.ts'
import { createComposer } from './compose.ts'
import { createHouseMail } from './house-mail.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { createPolicy, type Policy } from './policy.ts'
import { type Sender, startSender } from './sender.ts'
import { signInLink } from './text/desk-link.ts'
import { createEmails } from './text/emails.ts'
import { createMessages } from './text/messages.ts'
import { bareAddress, createTransport } from './transport.ts'
import { createUnaskedRequests } from './unasked.ts'

interface OpenMail {
  announcer: Announcer
  outbox: Outbox
  policy: Policy
  /** Bare addresses that may read the desk. */
  house: readonly string[]
  start: (consent: Consent) => Sender
}

interface Needs {
  db: Database
  databasePath: string
  mail: MailConfig
  build: BuildManifest
  hash: HashEmail
  clock: Clock
}

/** E-mail as the configuration has it: what queues messages, and what sends them once links can be made. */
export function openMail({ db, databasePath, mail, build, hash, clock }: Needs): OpenMail {
  const { siteUrl } = build
  const domain = bareAddress(mail.from).split('@').at(-1) ?? 'localhost'
  const policy = openPolicy(db, mail, clock)
  const outbox = createOutbox(db, clock, policy, () => `${randomUUID()}@${domain}`)
  const objections = createObjections(db, hash, clock)
  const announcer = createAnnouncer(db, outbox, objections, clock)
  // Read now, so that a text that is missing stops the start and not an e-mail.
  const emails = createEmails(siteUrl)
  const sessions = createDeskSessions(db, clock, systemRandom)
  const unsubscribeLink = createUnsubscribeLinks(db, hash, clock, siteUrl)
  const surroundings = {
    messages: createMessages(emails, siteUrl),
    letter: createLetterComposer(db, {
      objections,
      unsubscribeLink,
      replyTo: emails.facts.email ?? '',
      siteUrl,
    }),
    house: (form: string) => houseOf(mail, form),
    signInLink: (destination: string) => signInLink(siteUrl, sessions.newLink(destination)),
    state: () => readState({ db: () => db, databasePath, sendsEmail: true, build, now: clock() }),
    siteUrl,
  }
  return {
    announcer,
    outbox,
    policy,
    house: [...new Set([mail.to, ...Object.values(mail.toByForm)].flat().map(bareAddress))],
    start: (consent) =>
      startSender({
        outbox,
        compose: createComposer(db, clock, consent, surroundings),
        transport: createTransport(mail.smtpUrl, mail.from),
        queueDue: each(createUnaskedRequests(db, outbox, announcer), createHouseMail(db, outbox, clock)),
        letters: createLetterQueue(db, outbox, objections, unsubscribeLink, clock),
        clock,
        isClockDoubted: () => isClockDoubted(db, clock()),
      }),
  }
}

/** One function that calls others in their order. */
function each(...functions: (() => void)[]): () => void {
  return () => {
    for (const run of functions) run()
  }
}

type Addressing = Pick<MailConfig, 'to' | 'toByForm'>

/** The policy under a configuration; for the operator's commands too, which explain what waits. */
export function openPolicy(db: Database, mail: Addressing & { perHour: number }, clock: Clock): Policy {
  const key = (form: string) => houseOf(mail, form).join()
  const formsLike = (form: string) => Object.keys(forms).filter((other) => key(other) === key(form))
  return createPolicy(db, clock, mail.perHour, formsLike)
}

/** The addresses that read the submissions of a form. */
export function houseOf({ to, toByForm }: Addressing, form: string): readonly string[] {
  return (toByForm[form] ?? to).map(bareAddress)
}
