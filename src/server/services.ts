import { systemClock } from './clock.ts'
import { createCommit } from './commit.ts'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import type { DynamicOptions } from './http/dynamic.ts'
import { createHealth } from './http/health.ts'
import { PRESENCE_RATE } from './http/presence-endpoint.ts'
import { createLimiter, EMAIL_RATE, mailbox } from './limits.ts'
import type { Manifest } from './manifest.ts'
import { createPresence } from './presence.ts'
import { createStore } from './store.ts'
import { createSubmit } from './submit.ts'

/** Everything that answers a person, wired once for the server and for development. */
export function createServices(
  config: Config,
  manifest: Pick<Manifest, 'siteUrl' | 'contactEmail' | 'notices'>,
  db: Database,
): Omit<DynamicOptions, 'renderPage'> {
  const store = createStore(db, manifest.notices, systemClock)
  return {
    health: createHealth(store, systemClock),
    presence: {
      presence: createPresence(systemClock),
      limiter: createLimiter(systemClock, undefined, PRESENCE_RATE),
    },
    submit: createSubmit(store, manifest.contactEmail, systemClock, createCommit(db, systemClock)),
    limiter: createLimiter(systemClock),
    emailLimiter: createLimiter(systemClock, undefined, EMAIL_RATE, mailbox),
    siteUrl: manifest.siteUrl,
    trustedProxies: config.trustedProxies,
  }
}
