import { randomUUID } from 'node:crypto'
import { readValues } from '../copy/facts/read-values.ts'
import type { ConfirmationMail } from '../forms/form.ts'
import type { BuildManifest } from './build-manifest.ts'
import { steadyClock, systemClock } from './clock.ts'
import type { MailConfig } from './config.ts'
import { createCommit } from './database/commit.ts'
import type { Database } from './database/database.ts'
import { findSession, sessionCookie, sessionToken } from './desk/access/sessions.ts'
import { createLinkRequests } from './desk/access/sign-in-requests.ts'
import type { DeskNeeds } from './desk/desk.ts'
import { createRateLimit } from './http/rate-limit.ts'
import { promisesOf } from './leads/deadline.ts'
import { createReceipts } from './leads/intake/receipts.ts'
import { createStore } from './leads/intake/store.ts'
import { createSubmit } from './leads/intake/submit.ts'
import { createConsent } from './leads/lists/consent.ts'
import { createLetters } from './mail/letters/letters.ts'
import type { OpenMail } from './open-mail.ts'
import { createWatch } from './operations/watch.ts'
import type { KeyedHash } from './people/keyed-hash.ts'
import { createObjections } from './people/objections.ts'
import { createPresence } from './presence.ts'

interface Given {
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
  /** Undefined if no e-mail is sent. */
  mail?: Omit<OpenMail, 'writers'> | undefined
}

export type Services = ReturnType<typeof createServices>

/**
 * Creates what routes and middleware use as `Astro.locals.services`, in the server and in `astro dev`. Arguments and
 * results are plain data, because the built pages contain their own copy of every module, so that an object of one copy
 * is not identical to that of the other.
 */
export function createServices(given: Given) {
  const { db, databasePath, hash, build, client, mailConfig, imapUrl, mail } = given
  const { siteUrl, commit, notices } = build
  const clock = systemClock
  const watch = createWatch({ ...given, clock, sendsEmail: mail !== undefined, readsMail: imapUrl !== undefined })
  const store = createStore(db, notices, clock, mail?.queueMessage)
  const consent = createConsent(db, clock, mail?.queueMessage)
  const objections = createObjections(db, hash, clock)
  const committed = () => {
    watch.succeeded()
    mail?.sender.wake()
  }
  const confirmationMail = (): ConfirmationMail => {
    if (!mail) return 'none'
    return mail.isFull() ? 'later' : 'now'
  }
  const desk: DeskNeeds = { db, databasePath, hash, clock, promises: promisesOf(readValues()), mail, wake: committed }
  return {
    siteUrl,
    commit,
    /** Counts a request of a network; returns the seconds to wait, or 0. */
    limit: createRateLimit(steadyClock),
    /** Validates and stores a submission. */
    submit: createSubmit({ ...watch, store, commit: createCommit(db), clock, committed, confirmationMail }),
    /** Returns when the confirmation request of a sign-up will be sent. */
    confirmationMail,
    receipts: createReceipts(clock, randomUUID),
    /** Confirms the sign-up of a link; returns the name of its form, or undefined for an unknown or expired token. */
    confirm(token: string): string | undefined {
      const form = consent.confirm(token)
      committed()
      return form?.name
    },
    /** Returns the page of a confirmation link before its button is pressed. */
    openedLink: consent.opened,
    /** Ends the sign-up of a link; returns the name of its form, or undefined for an unknown token. */
    unsubscribe: (token: string): string | undefined => consent.unsubscribe(token)?.name,
    presence: createPresence(steadyClock),
    /** Returns whether writes reach the disk; cheap. */
    isWell: watch.isWell,
    /** Returns the state of each part of the installation. */
    state: watch.state,
    /** Records an error of the database or its disk and returns true; returns false for a programming error. */
    recordStorageError: watch.failed,
    /** What the functions of the desk need; a session adds its author: see Astro.locals.desk. */
    desk,
    sessionCookie: sessionCookie(siteUrl),
    /** True if a Cookie header holds the token of a session; false if the database cannot be read. */
    hasSession(cookies: string | undefined): boolean {
      const token = sessionToken(siteUrl, cookies)
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
  }
}
