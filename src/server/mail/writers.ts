import type { Clock } from '../clock.ts'
import { type MailConfig, recipientsOf } from '../config.ts'
import type { Database } from '../database/database.ts'
import { formOf, type Lead, leadFinder } from '../leads/leads.ts'
import { createConfirmLinks, createUnsubscribeLinks } from '../leads/lists/consent.ts'
import type { KeyedHash } from '../people/keyed-hash.ts'
import type { KindName, Writers } from './kinds.ts'
import { AUTOMATIC, type Email, GENERATED, oneClick, type WrittenMail } from './mail.ts'
import type { Dispatch } from './message.ts'
import { isDue, readMorning } from './morning.ts'
import { sentToPerson } from './outbox-admin.ts'
import { COLLECTED_MAX, type Messages } from './text/messages.ts'

export interface WriterNeeds {
  db: Database
  clock: Clock
  hash: KeyedHash
  siteUrl: string
  messages: Messages
  /** Recipients of notices. */
  mail: Pick<MailConfig, 'to' | 'toByForm'>
  /** Bare address of the house, to which people answer. */
  house: string
}

type AboutLeads = Exclude<KindName, 'sign-in' | 'reply' | 'handed' | 'letter'>

/** Returns the writers of the messages about leads, and of the one of the morning. */
export function leadWriters(needs: WriterNeeds): Pick<Writers, AboutLeads> {
  const { db, clock, hash, siteUrl, messages, mail, house } = needs
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
    about((leads, { messages: [{ recipient }] }) => {
      return { to: [recipient ?? leads[0].email], replyTo: house, headers: AUTOMATIC, ...write(leads) }
    }, isAbout)
  /** After a reply was sent, neither notice nor acknowledgement is sent any more. */
  const isAnswered = ({ reference }: Lead) => sentToPerson(db, reference, ['reply']).length > 0
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
          return { ...messages.notice(lead), replyTo: lead.email, ...toStaff(lead.form) }
        },
        // Excludes sign-ups to lists, for which an earlier version queued notices.
        (lead) => !formOf(lead).isList && !isAnswered(lead),
      ),
    },
    morning: {
      write() {
        const morning = readMorning(db, clock)
        // What was due may be done by now.
        if (!isDue(morning)) return undefined
        return { ...messages.morning(morning), ...toStaff('') }
      },
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
