import { randomUUID } from 'node:crypto'
import { noticesFor } from '../../src/copy/notices.ts'
import type { Clock } from '../../src/server/clock.ts'
import type { MailConfig } from '../../src/server/config.ts'
import { openDatabase } from '../../src/server/database/database.ts'
import { promisesOf } from '../../src/server/leads/deadline.ts'
import { createStore } from '../../src/server/leads/intake/store.ts'
import { createConsent } from '../../src/server/leads/lists/consent.ts'
import { replayErasures } from '../../src/server/leads/retention/replay-erasures.ts'
import { createQueueMessage, createUnaskedRequests } from '../../src/server/mail/announce.ts'
import type { Mail } from '../../src/server/mail/mail.ts'
import { type Dispatch, newestOf } from '../../src/server/mail/message.ts'
import { createMorning } from '../../src/server/mail/morning.ts'
import { createOrder } from '../../src/server/mail/order.ts'
import { createOutbox } from '../../src/server/mail/outbox.ts'
import { createResults } from '../../src/server/mail/results.ts'
import { createEmails } from '../../src/server/mail/text/emails.ts'
import { createWriters } from '../../src/server/open-mail.ts'
import { createKeyedHash, recordKey } from '../../src/server/people/keyed-hash.ts'
import { createObjections } from '../../src/server/people/objections.ts'
import { MAIL_PER_HOUR } from '../contract/figures.ts'
import { createDatabaseFile, openMemory } from '../support/memory-database.ts'

export const SITE_URL = 'https://hera.example'
export const STAFF = 'atelier@hera.example'
export const notices = noticesFor({ nom: 'Hera', email: 'contact@hera.example' })

/** Returns mail settings. */
export function mailConfig(smtpUrl: string, more: Partial<MailConfig> = {}): MailConfig {
  const own = { smtpUrl, from: 'Hera <bonjour@hera.example>', to: [STAFF], toByForm: {}, perHour: MAIL_PER_HOUR }
  return { ...own, ...more }
}

/**
 * Starts the server without HTTP: opens and migrates the database, replays the log of erasures and creates the
 * services.
 */
export function openBackend(path: string, clock: Clock) {
  if (path !== ':memory:') createDatabaseFile(path)
  const db = path === ':memory:' ? openMemory() : openDatabase(path)
  const hash = createKeyedHash(path)
  recordKey(db, hash)
  replayErasures(db, path, hash)
  const objections = createObjections(db, hash, clock)
  const mail = mailConfig('')
  const emails = createEmails(SITE_URL)
  const promises = promisesOf(emails.facts)
  const writers = createWriters({ db, clock, hash, siteUrl: SITE_URL, emails, promises, mail, house: STAFF })
  const order = createOrder(db, clock, mail)
  const results = createResults(db, clock)
  const outbox = createOutbox(db, clock, () => `${randomUUID()}@hera.example`)
  const queueMessage = createQueueMessage(db, outbox, objections, clock)
  const consent = createConsent(db, clock, queueMessage)
  const compose = (dispatch: Dispatch): Mail | undefined => {
    const written = writers[dispatch.messages[0].kind]?.write(dispatch)
    return written && { ...written, messageId: newestOf(dispatch).message_id }
  }
  const askUnasked = createUnaskedRequests(db, outbox, queueMessage)
  return {
    db,
    path,
    hash,
    objections,
    writers,
    outbox,
    order,
    results,
    queueMessage,
    compose,
    consent,
    askUnasked,
    /** Queues the message of the morning. */
    writeToStaff: createMorning(db, outbox, clock),
    store: createStore(db, notices, clock, queueMessage),
    /** Sends all due messages; `post` receives each e-mail instead of a mail server. */
    sendMail(post: (mail: Mail, dispatch: Dispatch) => void) {
      askUnasked()
      for (let dispatch = order.claim(); dispatch; dispatch = order.claim()) {
        const mail = compose(dispatch)
        if (mail) post(mail, dispatch)
        if (mail) results.sent(dispatch)
        else results.drop(dispatch)
      }
    },
  }
}

export type Backend = ReturnType<typeof openBackend>

/** Returns the tokens of the links in an e-mail. */
export function tokensIn(mail: Mail): { confirm: string[]; unsubscribe: string[] } {
  const words = `${mail.text}\n${mail.headers['List-Unsubscribe'] ?? ''}`
  const find = (folder: string) => {
    const links = [...words.matchAll(new RegExp(`/${folder}/([\\w-]{32})`, 'g'))]
    return [...new Set(links.map(([, token = '']) => token))]
  }
  return { confirm: find('confirmation'), unsubscribe: find('desinscription') }
}
