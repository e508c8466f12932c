import { randomUUID } from 'node:crypto'
import type { BuildManifest } from '../build-manifest.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { Consent } from '../privacy/consent.ts'
import type { HashEmail } from '../privacy/email-hash.ts'
import { createObjections } from '../privacy/objections.ts'
import { type Announcer, createAnnouncer } from './announce.ts'
import { createComposer } from './compose.ts'
import { createOutbox } from './outbox.ts'
import { type Sender, startSender } from './sender.ts'
import { createDeliver } from './transport.ts'

/** E-mail as the configuration has it: what queues messages, and what sends them once links can be made. */
export function openMail(
  db: Database,
  mail: NonNullable<Config['mail']>,
  { siteUrl, contactEmail }: Pick<BuildManifest, 'siteUrl' | 'contactEmail'>,
  hash: HashEmail,
  clock: Clock,
): { announcer: Announcer; start: (consent: Consent) => Sender } {
  const domain = /@([^\s@>]+)/.exec(mail.from)?.[1] ?? 'localhost'
  const outbox = createOutbox(db, clock, () => `${randomUUID()}@${domain}`)
  return {
    announcer: createAnnouncer(outbox, createObjections(db, hash, clock)),
    start: (consent) =>
      startSender({
        outbox,
        compose: createComposer(db, consent, { operator: mail.to, contactEmail, siteUrl }),
        deliver: createDeliver(mail.smtpUrl, mail.from),
        clock,
      }),
  }
}
