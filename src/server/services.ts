import { randomUUID } from 'node:crypto'
import type { BuildManifest } from './build-manifest.ts'
import { steadyClock, systemClock } from './clock.ts'
import { createCommit } from './database/commit.ts'
import type { Database } from './database/database.ts'
import { createDesk, type Desk } from './desk/desk.ts'
import { createDeskSessions, type DeskSessions } from './desk/sessions.ts'
import { createLinkRequests, type RequestLink } from './desk/sign-in-requests.ts'
import { createHealth, type Health } from './health.ts'
import { createRateLimits, type RateLimits } from './http/rate-limit.ts'
import type { Letters } from './letters/types.ts'
import type { Announcer } from './mail/announce.ts'
import type { Outbox } from './mail/outbox.ts'
import { serverFailure } from './mail/outbox-admin.ts'
import type { Policy } from './mail/policy.ts'
import { createPresence, type Presence } from './presence.ts'
import { type Consent, createConsent, systemRandom } from './privacy/consent.ts'
import type { HashEmail } from './privacy/email-hash.ts'
import { readState, type State } from './state/read-state.ts'
import { createReceipts, type Receipts } from './submissions/receipts.ts'
import { createStore } from './submissions/store.ts'
import { createSubmit, type Submit } from './submissions/submit.ts'

/**
 * What the routes of src/pages and the middleware call; they find it in `Astro.locals.services`. Arguments and results
 * are plain data: the built pages have copies of their own of every module, so that an object of one copy is not the
 * same as that of the other.
 */
export interface Services {
  submit: Submit
  receipts: Receipts
  /** Confirms the sign-up of a link; returns the name of its form, or undefined for an unknown or old token. */
  confirm: (token: string) => Promise<string | undefined>
  /** Ends the sign-up of a link; returns the name of its form, or undefined for an unknown token. */
  unsubscribe: (token: string) => Promise<string | undefined>
  presence: Presence
  health: () => Health
  /** How each part of the installation is. */
  state: () => State
  limits: RateLimits
  /** Behind a session: see Astro.locals.desk. */
  desk: Desk
  deskSessions: DeskSessions
  /** Asks for a link to the desk by e-mail; undefined where no e-mail is sent. */
  requestLink: RequestLink | undefined
  letters: Letters
  /** Origin that the site was built for. */
  siteUrl: string
}

/** Key of the visitor counter's identifiers. */
const PRESENCE_KEY_BYTES = 32

interface Options {
  db: Database
  databasePath: string
  hash: HashEmail
  build: BuildManifest
  letters: Letters
  /** None where no e-mail is sent. */
  mail?: Mail | undefined
}

interface Mail {
  consent: Consent
  announcer: Announcer
  outbox: Outbox
  policy: Policy
  /** Bare addresses that may read the desk. */
  house: readonly string[]
  wake: () => void
}

/** Builds the services, once for the server and once for `astro dev`. */
export function createServices({ db, databasePath, hash, build, letters, mail }: Options): Services {
  const { siteUrl, contactEmail, notices } = build
  const clock = systemClock
  const store = createStore(db, notices, clock, mail?.announcer)
  const commit = createCommit(db, steadyClock)
  const consent = mail?.consent ?? createConsent(db, clock, systemRandom)
  const limits = createRateLimits(steadyClock)
  const committed = () => mail?.wake()
  /** The database, once a write has reached the disk. */
  const probed = () => {
    store.probe()
    return db
  }
  return {
    submit: createSubmit({
      store,
      commit,
      mailbox: limits.mailbox,
      clock,
      contactEmail,
      committed,
      sendsEmail: mail !== undefined,
    }),
    receipts: createReceipts(clock, randomUUID),
    async confirm(token) {
      const done = await commit(() => consent.confirm(token))
      committed()
      return done?.form.name
    },
    async unsubscribe(token) {
      const done = await commit(() => consent.unsubscribe(token))
      return done?.form.name
    },
    presence: createPresence(steadyClock, systemRandom(PRESENCE_KEY_BYTES)),
    health: createHealth(() => store.probe(), mail && (() => serverFailure(db) === undefined), steadyClock),
    state: () => readState({ db: probed, databasePath, sendsEmail: mail !== undefined, build, now: clock() }),
    limits,
    desk: createDesk({
      db,
      databasePath,
      hash,
      clock,
      commit,
      policy: mail?.policy,
      house: mail?.house ?? [],
      wake: committed,
    }),
    deskSessions: createDeskSessions(db, clock, systemRandom),
    requestLink: mail && createLinkRequests({ ...mail, commit, limit: limits.signInMailbox }),
    letters,
    siteUrl,
  }
}
