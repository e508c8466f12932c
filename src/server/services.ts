import { randomUUID } from 'node:crypto'
import type { ConfirmationMail } from '../forms/form.ts'
import { openKinds } from './all-kinds.ts'
import type { BuildManifest } from './build-manifest.ts'
import { steadyClock, systemClock } from './clock.ts'
import { createCommit, type WatchedFile } from './database/commit.ts'
import type { Database } from './database/database.ts'
import { createDeskAccess } from './desk/access/desk-access.ts'
import { createKnownDevices } from './desk/access/known-device.ts'
import { createDeskSessions } from './desk/access/sessions.ts'
import { createLinkRequests } from './desk/access/sign-in-requests.ts'
import { createDesk } from './desk/desk.ts'
import { createRateLimits } from './http/rate-limit.ts'
import { createLeadLinks } from './leads/follow-up/lead-links.ts'
import { createReceipts } from './leads/intake/receipts.ts'
import { createStore } from './leads/intake/store.ts'
import { createSubmit } from './leads/intake/submit.ts'
import { createConsent } from './leads/lists/consent.ts'
import { createSeries } from './leads/series.ts'
import type { Letters } from './letters/letters.ts'
import type { OpenMail } from './open-mail.ts'
import { createFailedWrites } from './operations/failed-writes.ts'
import { createHealth } from './operations/health.ts'
import { createMetrics } from './operations/metrics.ts'
import { askToGoBack, readOnline } from './operations/releases/online.ts'
import { mailState } from './operations/state/mail-state.ts'
import { readState } from './operations/state/read-state.ts'
import type { Running } from './operations/state/running-state.ts'
import type { HashEmail } from './people/email-hash.ts'
import { createPresence } from './presence.ts'
import { systemRandom } from './tokens.ts'
import type { Visits } from './visits/visits.ts'

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
  /** Undefined where the file is not expected to be replaced while the process runs. */
  file?: WatchedFile
  /** None where visits are not counted, as in `astro dev`. */
  visits?: Visits | undefined
  /** What the server knows of itself besides its writes; all is well where nobody looks, as in `astro dev`. */
  running?: () => Omit<Running, 'writesFail'>
  /** None where no e-mail is sent. */
  mail?: OpenMail | undefined
}

export type Services = ReturnType<typeof createServices>

/**
 * What the routes of src/pages and the middleware call; they find it in `Astro.locals.services`. Built once for the server
 * and once for `astro dev`. Arguments and results are plain data: the built pages have copies of their own of every module,
 * so that an object of one copy is not the same as that of the other.
 */
export function createServices({
  db,
  databasePath,
  hash,
  build,
  letters,
  file,
  visits,
  running = () => ({ buildIsWhole: true, isDamaged: false, publicName: undefined }),
  mail,
}: Options) {
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
    const known = { ...running(), writesFail: failedWrites.lately() }
    return readState({ db: probed, databasePath, queue, build, running: known, now: clock() })
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
    /** When the e-mail goes that asks a sign-up to confirm. */
    confirmationMail,
    receipts: createReceipts(clock, randomUUID),
    /** Confirms the sign-up of a link; returns the name of its form, or undefined for an unknown or old token. */
    async confirm(token: string): Promise<string | undefined> {
      const done = await commit(() => consent.confirm(token))
      committed()
      return done?.form.name
    },
    /** The name of the form of a sign-up that a link has confirmed already; undefined for any other token. */
    confirmed: (token: string) => consent.confirmed(token)?.name,
    /** Ends the sign-up of a link; returns the name of its form, or undefined for an unknown token. */
    async unsubscribe(token: string): Promise<string | undefined> {
      const done = await commit(() => consent.unsubscribe(token))
      return done?.form.name
    },
    /** Undefined where visits are not counted. */
    visits,
    presence: createPresence(steadyClock, systemRandom(PRESENCE_KEY_BYTES)),
    health: createHealth(
      {
        writeOneRow: probe,
        writesFail: failedWrites.lately,
        buildIsWhole: () => running().buildIsWhole,
        mailWorks: mail && (() => mailState(db, clock(), mail.queue).status !== 'fail'),
      },
      steadyClock,
    ),
    /** How each part of the installation is. */
    state,
    /** Which version of the site is online, and the way back. */
    releases: { online: () => readOnline(databasePath), goBack: () => askToGoBack(databasePath) },
    /** True for an error of the database or its disk, which the state then shows; false for a mistake of the program. */
    storageFailed: noted,
    /** What was answered, for programs that measure. */
    metrics: createMetrics(
      () => db,
      () => running().publicName?.certificateDays,
    ),
    limits,
    /** Behind a session: see Astro.locals.desk. */
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
    /** What the links of a notice may do. */
    leadLinks: createLeadLinks(hash, clock),
    deskSessions: createDeskAccess(createDeskSessions(db, clock, systemRandom), commit, mail?.house ?? []),
    knownDevices: createKnownDevices(hash, clock, siteUrl),
    /** Asks for a link to the desk by e-mail; undefined where no e-mail is sent. */
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
    /** When the last of so many letters that wait goes, UTC ISO text; undefined where no e-mail is sent. */
    lastLetterAt: (waiting: number) => mail?.queue.lastMailingAt(waiting),
    series: createSeries(db, clock),
    /** Origin that the site was built for. */
    siteUrl,
    /** When it was, UTC ISO 8601. */
    builtAt: build.builtAt,
  }
}
