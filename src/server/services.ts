import { randomUUID } from 'node:crypto'
import type { ConfirmationMail } from '../forms/form.ts'
import { openKinds } from './all-kinds.ts'
import type { BuildManifest } from './build-manifest.ts'
import { steadyClock, systemClock } from './clock.ts'
import { createCommit, type WatchedFile } from './database/commit.ts'
import type { Database } from './database/database.ts'
import { createDesk, type Desk } from './desk/desk.ts'
import { createDeskAccess, type DeskAccess } from './desk/desk-access.ts'
import { createKnownDevices, type KnownDevices } from './desk/known-device.ts'
import { createDeskSessions } from './desk/sessions.ts'
import { createLinkRequests, type RequestLink } from './desk/sign-in-requests.ts'
import { createRateLimits, type RateLimits } from './http/rate-limit.ts'
import { createConsent } from './leads/consent.ts'
import { createLeadLinks, type LeadLinks } from './leads/lead-links.ts'
import { createReceipts, type Receipts } from './leads/receipts.ts'
import { createSeries, type Series } from './leads/series.ts'
import { createStore } from './leads/store.ts'
import { createSubmit, type Submit } from './leads/submit.ts'
import type { Letters } from './letters/types.ts'
import type { OpenMail } from './open-mail.ts'
import { createFailedWrites } from './operations/failed-writes.ts'
import { createHealth, type Health } from './operations/health.ts'
import { createMetrics, type Metrics } from './operations/metrics.ts'
import type { PublicName } from './operations/public-name.ts'
import { askToGoBack, type Online, readOnline } from './operations/releases/online.ts'
import { mailState } from './operations/state/mail-state.ts'
import { readState, type State } from './operations/state/read-state.ts'
import type { HashEmail } from './people/email-hash.ts'
import { createPresence, type Presence } from './presence.ts'
import { systemRandom } from './tokens.ts'
import type { Visits } from './visits/visits.ts'

/**
 * What the routes of src/pages and the middleware call; they find it in `Astro.locals.services`. Arguments and results
 * are plain data: the built pages have copies of their own of every module, so that an object of one copy is not the
 * same as that of the other.
 */
export interface Services {
  submit: Submit
  /** When the e-mail goes that asks a sign-up to confirm. */
  confirmationMail: () => ConfirmationMail
  receipts: Receipts
  /** Confirms the sign-up of a link; returns the name of its form, or undefined for an unknown or old token. */
  confirm: (token: string) => Promise<string | undefined>
  /** Ends the sign-up of a link; returns the name of its form, or undefined for an unknown token. */
  unsubscribe: (token: string) => Promise<string | undefined>
  presence: Presence
  /** Undefined where visits are not counted. */
  visits: Visits | undefined
  health: () => Health
  /** How each part of the installation is. */
  state: () => State
  /** What was answered, for programs that measure. */
  metrics: Metrics
  /** Which version of the site is online, and the way back. */
  releases: { online(): Online; goBack(): void }
  limits: RateLimits
  /** Behind a session: see Astro.locals.desk. */
  desk: Desk
  deskSessions: DeskAccess
  /** True for an error of the database or its disk, which the state then shows; false for a mistake of the program. */
  storageFailed: (error: unknown) => boolean
  knownDevices: KnownDevices
  /** What the links of a notice may do. */
  leadLinks: LeadLinks
  /** Asks for a link to the desk by e-mail; undefined where no e-mail is sent. */
  requestLink: RequestLink | undefined
  letters: Letters
  /** When the last of so many letters that wait goes, UTC ISO text; undefined where no e-mail is sent. */
  lastLetterAt: (waiting: number) => string | undefined
  series: Series
  /** Origin that the site was built for. */
  siteUrl: string
  /** When it was, UTC ISO 8601. */
  builtAt: string
}

/** Key of the visitor counter's identifiers. */
const PRESENCE_KEY_BYTES = 32
/** A confirmation request that goes later than this is not called sent, in milliseconds (decisions «Sign-ups and e-mail»). */
const LATER_MS = 30 * 60_000

interface Options {
  db: Database
  databasePath: string
  hash: HashEmail
  build: BuildManifest
  letters: Letters
  /** False once the built files are no longer those of `build`; always true where nothing can replace them. */
  buildIsWhole?: () => boolean
  /** Undefined where the file is not expected to be replaced while the process runs. */
  file?: WatchedFile
  /** None where visits are not counted, as in `astro dev`. */
  visits?: Visits | undefined
  /** True once the pages of the database were found damaged. */
  isDamaged?: () => boolean
  /** What was last met at the public name of the site. */
  publicName?: () => PublicName | undefined
  /** None where no e-mail is sent. */
  mail?: OpenMail | undefined
}

/** Builds the services, once for the server and once for `astro dev`. */
export function createServices({
  db,
  databasePath,
  hash,
  build,
  letters,
  buildIsWhole = () => true,
  file,
  visits,
  isDamaged = () => false,
  publicName = () => undefined,
  mail,
}: Options): Services {
  const { siteUrl, contactEmail, notices } = build
  const clock = systemClock
  const store = createStore(db, notices, clock, mail?.announcer)
  const failedWrites = createFailedWrites(databasePath, steadyClock)
  const commit = failedWrites.watch(createCommit(db, steadyClock, file))
  const consent = mail?.consent ?? createConsent(db, clock)
  const kinds = mail?.kinds ?? openKinds({ db, clock, hash, siteUrl, mail: undefined })
  const limits = createRateLimits(steadyClock)
  const committed = () => mail?.sender.wake()
  const noted = (error: unknown) => {
    file?.note(error)
    return failedWrites.note(error)
  }
  const probe = () => {
    file?.assertSound()
    try {
      store.probe()
    } catch (error) {
      file?.note(error)
      throw error
    }
  }
  /** The database, once a write has reached the disk. */
  const probed = () => {
    probe()
    return db
  }
  const state = () => {
    const queue = mail && (() => mail.queue)
    const running = {
      writesFail: failedWrites.lately(),
      buildIsWhole: buildIsWhole(),
      isDamaged: isDamaged(),
      publicName: publicName(),
    }
    return readState({ db: probed, databasePath, sendsEmail: mail !== undefined, queue, build, running, now: clock() })
  }
  const confirmationMail = (): ConfirmationMail => {
    if (!mail) return 'none'
    return mail.queue.waitOf('confirmation') > LATER_MS ? 'later' : 'now'
  }
  return {
    submit: createSubmit({
      store,
      commit,
      mailbox: limits.mailbox,
      clock,
      contactEmail,
      committed,
      stored: (form) => visits?.sent(form),
      confirmationMail,
    }),
    confirmationMail,
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
    visits,
    presence: createPresence(steadyClock, systemRandom(PRESENCE_KEY_BYTES)),
    health: createHealth(
      {
        writeOneRow: probe,
        writesFail: failedWrites.lately,
        buildIsWhole,
        mailWorks: mail && (() => mailState(db, true, clock(), mail.queue).status !== 'fail'),
      },
      steadyClock,
    ),
    state,
    releases: { online: () => readOnline(databasePath), goBack: () => askToGoBack(databasePath) },
    storageFailed: noted,
    metrics: createMetrics(
      () => db,
      () => publicName()?.certificateDays,
    ),
    limits,
    desk: createDesk({
      db,
      databasePath,
      hash,
      clock,
      commit,
      kinds,
      policy: mail?.policy,
      outbox: mail?.outbox,
      house: mail?.house ?? [],
      tell: mail?.tell,
      wake: committed,
    }),
    leadLinks: createLeadLinks(hash, clock),
    deskSessions: createDeskAccess(createDeskSessions(db, clock, systemRandom), commit),
    knownDevices: createKnownDevices(hash, clock, siteUrl),
    requestLink:
      mail &&
      createLinkRequests({
        ...mail,
        commit,
        wake: committed,
        limit: limits.signInMailbox,
        deviceLimit: limits.signInDevice,
      }),
    letters,
    lastLetterAt: (waiting) => mail?.queue.lastMailingAt(waiting),
    series: createSeries(db, clock),
    siteUrl,
    builtAt: build.builtAt,
  }
}
