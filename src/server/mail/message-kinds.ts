import { type Clock, HOUR_MS, MINUTE_MS } from '../clock.ts'
import { type MailConfig, recipientsOf } from '../config.ts'
import { type Database, pluck } from '../database/database.ts'
import { createLeadLinks, type LinkAct } from '../leads/follow-up/lead-links.ts'
import { formOf, type Lead, leadFinder } from '../leads/leads.ts'
import { createConfirmLinks, createUnsubscribeLinks } from '../leads/lists/consent.ts'
import type { KeyedHash } from '../people/keyed-hash.ts'
import { dayFigures } from './day-figures.ts'
import type { MessageKind, WritersOf } from './kinds.ts'
import { AUTOMATIC, type Email, GENERATED, oneClick, type WrittenMail } from './mail.ts'
import type { Dispatch } from './outbox.ts'
import { sentToPerson } from './outbox-admin.ts'
import type { FailingPart, Link } from './text/email-parts.ts'
import { COLLECTED_MAX, type Messages } from './text/messages.ts'
import { type PlannedLetter, weekFigures } from './week-figures.ts'

/** Notices in an hour that are sent alone; further ones are combined. */
const NOTICES_PER_HOUR = 20
const COLLECTION_MS = 15 * MINUTE_MS
/** Further withdrawals of a mailbox within this time, in milliseconds, are acknowledged together. */
const WITHDRAWAL_PAUSE_MS = HOUR_MS
const WITHDRAWALS_TOGETHER = 50

/** The kinds of messages about leads, and of the scheduled ones to MAIL_TO. */
export const messageKinds = [
  {
    name: 'lead',
    label: 'demande',
    stream: 'staff',
    place: 30,
    gathers: { by: 'staff', alonePerHour: NOTICES_PER_HOUR, everyMs: COLLECTION_MS },
  },
  { name: 'reminder', label: 'rappel', stream: 'staff', place: 40 },
  { name: 'daily', label: 'point du jour', stream: 'staff', place: 40 },
  { name: 'weekly', label: 'point du lundi', stream: 'staff', place: 40 },
  {
    name: 'withdrawal',
    label: 'rétractation',
    stream: 'statutory',
    place: 50,
    gathers: { by: 'mailbox', pauseMs: WITHDRAWAL_PAUSE_MS, most: WITHDRAWALS_TOGETHER },
  },
  { name: 'acknowledgement', label: 'accusé', stream: 'persons', place: 60 },
  { name: 'confirmation', label: 'confirmation', stream: 'persons', place: 60 },
  { name: 'welcome', label: 'bienvenue', stream: 'persons', place: 60 },
] as const satisfies readonly MessageKind[]

/** Dependencies of the writers of all modules. */
export interface WriterNeeds {
  db: Database
  clock: Clock
  hash: KeyedHash
  siteUrl: string
  messages: Messages
  /** Recipients of notices. */
  mail: Pick<MailConfig, 'to' | 'toByForm'>
}

export interface MessageNeeds extends WriterNeeds {
  /** Returns the parts of the installation that need repair, for the weekly summary. */
  failing: () => readonly FailingPart[]
  /** Scheduled letters. */
  plannedLetters: () => readonly PlannedLetter[]
}

/** Returns the writers of `messageKinds`. */
export function messageWriters(needs: MessageNeeds): WritersOf<typeof messageKinds> {
  const { db, clock, hash, siteUrl, messages, mail } = needs
  const leadLinks = createLeadLinks(hash, clock)
  const confirmLink = createConfirmLinks(db, clock, siteUrl)
  const unsubscribeLink = createUnsubscribeLinks(db, hash, clock, siteUrl)
  const toStaff = (form: string) => ({ to: recipientsOf(mail, form), headers: GENERATED })
  const find = leadFinder(db)
  /** Returns a writer for the leads of a dispatch; it returns undefined if none of them remains. */
  const about =
    (
      write: (leads: readonly [Lead, ...Lead[]], dispatch: Dispatch) => WrittenMail,
      isAbout: (lead: Lead) => boolean = () => true,
    ) =>
    (dispatch: Dispatch): WrittenMail | undefined => {
      const [first, ...others] = dispatch.messages
        .values()
        .map(({ reference }) => find(reference))
        .filter((lead): lead is Lead => lead !== undefined && isAbout(lead))
        // A dispatch may contain tens of thousands of leads, too many for the memory.
        .take(COLLECTED_MAX)
      return first && write([first, ...others], dispatch)
    }
  const toPerson = (
    write: (leads: readonly [Lead, ...Lead[]]) => Email & { headers?: Record<string, string> },
    isAbout?: (lead: Lead) => boolean,
  ) =>
    about(
      (leads, { messages: [{ recipient }] }) => ({
        to: [recipient ?? leads[0].email],
        headers: AUTOMATIC,
        ...write(leads),
      }),
      isAbout,
    )
  /** After a reply was sent, neither notice nor acknowledgement is sent any more. */
  const isAnswered = ({ reference }: Lead) => sentToPerson(db, reference, ['reply']).length > 0
  /** Why the last reply failed, or null; one sent with the owner's own mail program has no message. */
  const failureOfLastReply = pluck<string | null>(
    db,
    `SELECT failure FROM replies LEFT JOIN outbox USING (message_id)
     WHERE replies.reference = ? ORDER BY replies.id DESC LIMIT 1`,
  )
  /** Returns a writer for the summary of a day or week, which is the reference of the message. */
  const ofDay =
    (write: (day: string) => Email) =>
    ({ messages: [{ reference }] }: Dispatch): WrittenMail => ({ ...write(reference), ...toStaff('') })
  const linksOf = (lead: Lead): Link[] => {
    const link = (label: string, act: LinkAct) => ({
      label,
      href: `${siteUrl}/bureau/geste/${leadLinks.make(act, lead.reference)}`,
    })
    const done = formOf(lead).isWithdrawal ? 'C’est remboursé' : 'J’ai répondu'
    return [link(done, 'repondu'), link('Demain', 'demain')]
  }
  /** Writes an e-mail to an address of a list, with its unsubscribe link. */
  const toList = (write: (lead: Lead, leave: string) => Email) =>
    toPerson(([lead]) => {
      const leave = unsubscribeLink(lead)
      return { ...write(lead, leave), headers: { ...AUTOMATIC, ...oneClick(leave) } }
    })

  return {
    lead: {
      write: about(
        (leads, { messages: all, together }) => {
          const [lead] = leads
          const count = leads.length < COLLECTED_MAX ? leads.length : all.length
          if (together) return { ...messages.collectedNotice(leads, count), ...toStaff(lead.form) }
          return { ...messages.notice(lead, linksOf(lead)), replyTo: lead.email, ...toStaff(lead.form) }
        },
        // Excludes sign-ups to lists, for which an earlier version queued notices.
        (lead) => !formOf(lead).isList && !isAnswered(lead),
      ),
    },
    reminder: {
      write: about(([lead]) => {
        const failure = failureOfLastReply.get(lead.reference) ?? null
        // A reply that fails reopens its lead, unless a restore stopped it. Answered again, it was answered since, for
        // example by telephone.
        const isMissing = failure === 'restored' || (failure !== null && lead.state !== 'répondue')
        return { ...messages.reminder(lead, isMissing), ...toStaff(lead.form) }
      }),
    },
    daily: { write: ofDay((day) => messages.daily(dayFigures(db, day))) },
    weekly: {
      write: ofDay((day) => messages.weekly(weekFigures(db, day, needs.plannedLetters()), needs.failing())),
    },
    withdrawal: { write: toPerson((leads) => messages.withdrawals(leads)) },
    acknowledgement: {
      write: toPerson(
        ([lead]) => messages.acknowledgement(lead),
        (lead) => !isAnswered(lead),
      ),
    },
    confirmation: { write: toList((lead) => messages.confirmation(lead, confirmLink(lead.reference))) },
    welcome: { write: toList((lead, leave) => messages.welcome(lead, leave)) },
  }
}
