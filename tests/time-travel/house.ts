import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { noticesFor } from '../../src/copy/notices.ts'
import type { Clock } from '../../src/server/clock.ts'
import { openCheckedDatabase } from '../../src/server/database/check-schema.ts'
import { createLetterComposer } from '../../src/server/letters/compose-letter.ts'
import { createLetterQueue } from '../../src/server/letters/letter-queue.ts'
import { createAnnouncer } from '../../src/server/mail/announce.ts'
import { createComposer, type Mail } from '../../src/server/mail/compose.ts'
import { openPolicy } from '../../src/server/mail/open.ts'
import { createOutbox, type Dispatch } from '../../src/server/mail/outbox.ts'
import { createEmails } from '../../src/server/mail/text/emails.ts'
import { createMessages } from '../../src/server/mail/text/messages.ts'
import { createUnaskedRequests } from '../../src/server/mail/unasked.ts'
import { createConsent } from '../../src/server/privacy/consent.ts'
import { emailHasher } from '../../src/server/privacy/email-hash.ts'
import { replayErasures } from '../../src/server/privacy/erasures.ts'
import { createObjections } from '../../src/server/privacy/objections.ts'
import { createUnsubscribeLinks } from '../../src/server/privacy/unsubscribe-links.ts'
import { createStore } from '../../src/server/submissions/store.ts'
import { MAIL_PER_HOUR } from '../contract/figures.ts'

export const SITE_URL = 'https://hera.example'
const HOUSE = 'atelier@hera.example'
const notices = noticesFor({ nom: 'Hera', email: 'contact@hera.example' })
const messages = createMessages(createEmails(SITE_URL), SITE_URL)

/** Takes an e-mail, and the messages of the outbox that it consists of, in place of a mail server. */
export type Post = (mail: Mail, dispatch: Dispatch) => void

/**
 * Starts what the server starts, without HTTP: opens and migrates the database, applies the log of erasures, makes the
 * services.
 */
export function openHouse(path: string, clock: Clock) {
  const db = openCheckedDatabase(path)
  const hash = emailHasher(path)
  replayErasures(db, path, hash)
  const objections = createObjections(db, hash, clock)
  const policy = openPolicy(db, { to: [HOUSE], toByForm: {}, perHour: MAIL_PER_HOUR }, clock)
  const outbox = createOutbox(db, clock, policy, () => `${randomUUID()}@hera.example`)
  const announcer = createAnnouncer(db, outbox, objections, clock)
  const consent = createConsent(db, clock, randomBytes, announcer)
  const unsubscribeLink = createUnsubscribeLinks(db, hash, clock, SITE_URL)
  const compose = createComposer(db, clock, consent, {
    messages,
    letter: createLetterComposer(db, {
      objections,
      unsubscribeLink,
      replyTo: '',
      siteUrl: SITE_URL,
    }),
    house: () => [HOUSE],
    signInLink: () => '',
    state: () => ({ status: 'pass', at: clock().toISOString(), parts: [] }),
    siteUrl: SITE_URL,
  })
  const letters = createLetterQueue(db, outbox, objections, unsubscribeLink, clock)
  const askUnasked = createUnaskedRequests(db, outbox, announcer)
  return {
    db,
    path,
    hash,
    objections,
    policy,
    outbox,
    announcer,
    compose,
    letters,
    consent,
    store: createStore(db, notices, clock, announcer),
    /** Sends all that may go now. */
    sendMail(post: Post) {
      askUnasked()
      do {
        for (let dispatch = outbox.claim(); dispatch; dispatch = outbox.claim()) {
          const mail = compose(dispatch)
          if (mail) post(mail, dispatch)
          if (mail) outbox.sent(dispatch)
          else outbox.drop(dispatch)
        }
      } while (letters.queueNext())
    },
  }
}

export type House = ReturnType<typeof openHouse>

/** The tokens of the links in an e-mail. */
export function tokensIn(mail: Mail): { confirm: string[]; unsubscribe: string[] } {
  const find = (folder: string) => [
    ...new Set(
      [
        ...`${mail.text}\n${mail.headers['List-Unsubscribe'] ?? ''}`.matchAll(
          new RegExp(`/${folder}/([\\w-]{32})`, 'g'),
        ),
      ].map(([, token = '']) => token),
    ),
  ]
  return { confirm: find('confirmation'), unsubscribe: find('desinscription') }
}

/** What the database keeps of a token. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
