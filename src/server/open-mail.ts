import type { BuildManifest } from './build-manifest.ts'
import { bareAddress, colleaguesOf, houseAddress, type MailConfig } from './config.ts'
import { deskWriters } from './desk/desk-kinds.ts'
import { promisesOf } from './leads/deadline.ts'
import { isClockDoubted } from './leads/retention/known-time.ts'
import { createQueueMessage, createUnaskedRequests } from './mail/announce.ts'
import { tellErased } from './mail/direct-mail.ts'
import type { WriterNeeds, Writers } from './mail/kinds.ts'
import { leadWriters } from './mail/lead-kinds.ts'
import { letterWriter } from './mail/letters/letter-kind.ts'
import { newMessageId } from './mail/mail.ts'
import { createMorning, morningWriter } from './mail/morning.ts'
import { createOrder } from './mail/order.ts'
import { createOutbox } from './mail/outbox.ts'
import { createResults } from './mail/results.ts'
import { createSender } from './mail/sender.ts'
import { createEmails } from './mail/text/emails.ts'
import { createTransport } from './mail/transport.ts'
import { createObjections } from './people/objections.ts'

interface MailNeeds extends Pick<WriterNeeds, 'db' | 'hash' | 'clock'> {
  mail: MailConfig
  build: Pick<BuildManifest, 'siteUrl'>
  /** IMAP_URL, whose user people answer to. */
  imapUrl?: string | undefined
}

/** Services that queue and send e-mail. */
export type OpenMail = ReturnType<typeof openMail>

/** Creates the e-mail services. */
export function openMail({ db, mail, build: { siteUrl }, imapUrl, hash, clock }: MailNeeds) {
  const emails = createEmails(siteUrl)
  const promises = promisesOf(emails.facts)
  const house = houseAddress(mail.from, imapUrl)
  const writers = createWriters({ db, clock, hash, siteUrl, emails, promises, mail, house })
  const outbox = createOutbox(db, clock, () => newMessageId(mail.from))
  const order = createOrder(db, clock, mail)
  const objections = createObjections(db, hash, clock)
  const queueMessage = createQueueMessage(db, outbox, objections, clock)
  const queueUnasked = createUnaskedRequests(db, outbox, queueMessage)
  const queueMorning = createMorning(db, outbox, clock)
  const sender = createSender({
    order,
    results: createResults(db, clock),
    writers,
    transport: createTransport(mail.smtpUrl, mail.from),
    queueDue() {
      queueUnasked()
      queueMorning()
    },
    clock,
    isClockDoubted: () => isClockDoubted(db, clock()),
  })
  return {
    queueMessage,
    outbox,
    /** True while nothing but mail of the house may leave this hour. */
    isFull: order.isFull,
    writers,
    sender,
    erased: (email: string) => tellErased(mail, emails, email),
    operator: mail.operator,
    /** Bare addresses that may read the desk. */
    staff: [...new Set([mail.to, ...Object.values(mail.toByForm)].flat().map(bareAddress))],
    /** Those of MAIL_TO, to whom a lead can be handed over. */
    colleagues: colleaguesOf(mail),
  }
}

/** Returns the writers of all kinds of e-mails. */
export function createWriters(needs: WriterNeeds): Writers {
  return { ...deskWriters(needs), ...leadWriters(needs), morning: morningWriter(needs), letter: letterWriter(needs) }
}
