import { randomUUID } from 'node:crypto'
import { readValues } from '../copy/facts/read-values.ts'
import type { ConfirmationMail } from '../forms/form.ts'
import type { BuildManifest } from './build-manifest.ts'
import { steadyClock, systemClock } from './clock.ts'
import type { MailConfig } from './config.ts'
import { type Database, DatabaseError } from './database/database.ts'
import { sessionCookie } from './desk/access/session-cookie.ts'
import { findSession } from './desk/access/sessions.ts'
import { createLinkRequests } from './desk/access/sign-in-requests.ts'
import type { DeskNeeds } from './desk/desk.ts'
import { createRateLimits } from './http/rate-limit.ts'
import { promisesOf } from './leads/follow-up/deadline.ts'
import { createReceipts } from './leads/intake/receipts.ts'
import { createStore } from './leads/intake/store.ts'
import { createSubmit } from './leads/intake/submit.ts'
import { createConsent } from './leads/lists/consent.ts'
import { createLetters } from './mail/letters/letters.ts'
import type { OpenMail } from './open-mail.ts'
import { createFailedWrites, createHealth } from './operations/health.ts'
import { mailState } from './operations/state/mail-state.ts'
import { readState } from './operations/state/read-state.ts'
import type { Running } from './operations/state/site-state.ts'
import type { KeyedHash } from './people/keyed-hash.ts'
import { createObjections } from './people/objections.ts'
import { createPresence } from './presence.ts'
import { systemRandom } from './tokens.ts'

const PRESENCE_KEY_BYTES = 32

interface Options {
  db: Database
  databasePath: string
  hash: KeyedHash
  build: BuildManifest
  /** Folder of the built site. */
  client: string
  /** For test e-mails of letters; undefined if no SMTP server is configured. */
  mailConfig: MailConfig | undefined
  /** IMAP_URL; undefined if no mailbox is read. */
  imapUrl?: string | undefined
  /** True once the database file was replaced, so that a commit would be lost; not checked in `astro dev`. */
  isReplaced?: () => boolean
  /** State of the running server except for failed writes; by default nothing is wrong, as in `astro dev`. */
  running?: () => Omit<Running, 'writesFail'>
  /** Undefined if no e-mail is sent. */
  mail?: Omit<OpenMail, 'writers'> | undefined
}

export type Services = ReturnType<typeof createServices>

/**
 * Creates the services that routes and middleware use as `Astro.locals.services`, in the server and in `astro dev`.
 * Arguments and results are plain data, because the built pages contain their own copy of every module, so that an
 * object of one copy is not identical to that of the other.
 */
export function createServices({
  db,
  databasePath,
  hash,
  build,
  client,
  mailConfig,
  imapUrl,
  isReplaced = () => false,
  running = () => ({ buildIsWhole: true }),
  mail,
}: Options) {
  const { siteUrl, notices } = build
  const clock = systemClock
  const store = createStore(db, notices, clock, mail?.queueMessage)
  const failedWrites = createFailedWrites(databasePath, steadyClock)
  const consent = createConsent(db, clock, mail?.queueMessage)
  const objections = createObjections(db, hash, clock)
  const limits = createRateLimits(steadyClock)
  const committed = () => {
    failedWrites.forget()
    mail?.sender.wake()
  }
  const assertInPlace = () => {
    if (isReplaced()) throw new DatabaseError(`${databasePath} a été remplacée.`)
  }
  const probe = () => {
    assertInPlace()
    store.probe()
  }
  const state = () => {
    const afterTestWrite = () => {
      probe()
      return db
    }
    const known = { ...running(), writesFail: failedWrites.lately() }
    return readState({
      db: afterTestWrite,
      databasePath,
      sendsEmail: mail !== undefined,
      readsMail: imapUrl !== undefined,
      build,
      running: known,
      now: clock(),
    })
  }
  const confirmationMail = (): ConfirmationMail => {
    if (!mail) return 'none'
    return mail.outbox.isFull() ? 'later' : 'now'
  }
  const cookie = sessionCookie(siteUrl)
  return {
    submit: createSubmit({
      store: {
        add(...given) {
          assertInPlace()
          return store.add(...given)
        },
      },
      clock,
      committed,
      failed: failedWrites.note,
      confirmationMail,
    }),
    /** Returns when the confirmation request of a sign-up will be sent. */
    confirmationMail,
    receipts: createReceipts(clock, randomUUID),
    /** Confirms the sign-up of a link; returns the name of its form, or undefined for an unknown or expired token. */
    confirm(token: string): string | undefined {
      const done = consent.confirm(token)
      committed()
      return done?.name
    },
    /** Returns the page of a confirmation link before its button is pressed. */
    openedLink: consent.opened,
    /** Ends the sign-up of a link; returns the name of its form, or undefined for an unknown token. */
    unsubscribe: (token: string): string | undefined => consent.unsubscribe(token)?.name,
    presence: createPresence(steadyClock, systemRandom(PRESENCE_KEY_BYTES)),
    health: createHealth(
      {
        writeOneRow: probe,
        writesFail: failedWrites.lately,
        buildIsWhole: () => running().buildIsWhole,
        mailWorks: mail && (() => mailState(db, clock(), true).status !== 'fail'),
      },
      steadyClock,
    ),
    /** Returns the state of each part of the installation. */
    state,
    /** Records an error of the database or its disk and returns true; returns false for a programming error. */
    recordStorageError: failedWrites.note,
    limits,
    /** What the functions of the desk need; a session adds its author: see Astro.locals.desk. */
    desk: {
      db,
      databasePath,
      hash,
      clock,
      promises: promisesOf(readValues()),
      mail,
      wake: committed,
    } satisfies DeskNeeds as DeskNeeds,
    sessionCookie: cookie,
    /** True if a Cookie header holds the token of a session; false if the database cannot be read. */
    hasSession(cookies = ''): boolean {
      const token = new RegExp(`(?:^|; *)${cookie.name}=([^;]+)`).exec(cookies)?.[1]
      try {
        return token !== undefined && findSession(db, clock, mail?.staff ?? [], token) !== undefined
      } catch {
        return false
      }
    },
    /** Queues a sign-in link to the desk; undefined if no e-mail is sent. */
    requestLink: mail && createLinkRequests({ ...mail, db, clock, wake: committed }),
    letters: createLetters({
      ...{ db, clock, objections, mail: mailConfig, outbox: mail?.outbox, imapUrl, siteUrl, client },
    }),
    /** Origin that the site was built for. */
    siteUrl,
    /** Commit that was built; '' if unknown. */
    commit: build.commit,
  }
}
