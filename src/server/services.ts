import type { Manifest } from './build-manifest.ts'
import { systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { createCommit } from './database/commit.ts'
import type { Database } from './database/database.ts'
import type { DynamicOptions } from './http/dynamic.ts'
import { createHealth } from './http/health.ts'
import { PRESENCE_RATE } from './http/presence-endpoint.ts'
import { createLimiter, EMAIL_RATE, mailbox } from './http/rate-limit.ts'
import type { Announcer } from './mail/announce.ts'
import { createPresence } from './presence.ts'
import { type Consent, createConsent, systemRandom } from './privacy/consent.ts'
import { createStore } from './submissions/store.ts'
import { createSubmit } from './submissions/submit.ts'

/** What e-mail adds to the answers. */
interface Post {
  consent: Consent
  announcer?: Announcer | undefined
  /** Called when an e-mail may wait. */
  queued: () => void
}

/**
 * Everything that answers a person, wired once for the server and for development.
 * @param post none in development, where no e-mail goes
 * @param keep makes what stores submissions
 */
export function createServices(
  config: Config,
  manifest: Pick<Manifest, 'siteUrl' | 'contactEmail' | 'notices'>,
  db: Database,
  post: Post = { consent: createConsent(db, systemClock, systemRandom), queued() {} },
  keep = createStore,
): Omit<DynamicOptions, 'renderPage'> {
  const store = keep(db, manifest.notices, systemClock, post.announcer)
  const commit = createCommit(db, systemClock)
  return {
    health: createHealth(store, systemClock),
    links: { consent: post.consent, commit, queued: post.queued },
    presence: {
      presence: createPresence(systemClock),
      limiter: createLimiter(systemClock, undefined, PRESENCE_RATE),
    },
    submit: createSubmit(store, manifest.contactEmail, systemClock, commit, post.queued, post.announcer !== undefined),
    limiter: createLimiter(systemClock),
    emailLimiter: createLimiter(systemClock, undefined, EMAIL_RATE, mailbox),
    siteUrl: manifest.siteUrl,
    trustedProxies: config.trustedProxies,
  }
}
