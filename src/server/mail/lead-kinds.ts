import { closureSentence } from '../../copy/closure-sentence.ts'
import { closuresFrom } from '../../copy/facts/opening.ts'
import { fillIn } from '../../copy/words/plain-words.ts'
import { interfaceWords } from '../../copy/words/words.ts'
import { dayInParis } from '../../forms/calendar.ts'
import { labelledAnswers } from '../../forms/receipt.ts'
import { recipientsOf } from '../config.ts'
import { leadHeading } from '../leads/describe-lead.ts'
import { type LeadMessage, sentToPerson } from '../leads/lead-mail.ts'
import { formOf, type Lead, leadFinder } from '../leads/leads.ts'
import { createConfirmLinks, createUnsubscribeLinks } from '../leads/lists/consent.ts'
import { longTimeInParis } from '../paris-time.ts'
import type { WriterNeeds, Writers } from './kinds.ts'
import { AUTOMATIC, type Email, GENERATED, oneClick, type WrittenMail } from './mail.ts'
import type { Dispatch } from './message.ts'
import { andMore, type Block, paragraph } from './text/blocks.ts'
import { answerBy, answerLines, leadValues, linkTo, writeToHouse } from './text/lead-words.ts'
import { breakLinks, quotedLines } from './text/quoted-words.ts'

const { recu } = interfaceWords

/** Maximum number of leads that a combined notice lists; further ones are only counted. */
const COLLECTED_MAX = 200

type Leads = readonly [Lead, ...Lead[]]

/** Returns the writers of the messages that a lead causes by itself. Only `withdrawal` sends a person what was typed. */
export function leadWriters(needs: WriterNeeds): Pick<Writers, LeadMessage> {
  const { db, clock, hash, siteUrl, emails, mail, house } = needs
  const confirmLink = createConfirmLinks(db, clock, siteUrl)
  const unsubscribeLink = createUnsubscribeLinks(db, hash, clock, siteUrl)
  const find = leadFinder(db)
  /** After a reply was sent, neither notice nor acknowledgement is sent any more. */
  const isOpen = ({ reference }: Lead) => sentToPerson(db, reference, ['reply']).length === 0

  /** Returns a writer for the leads of a dispatch; it returns undefined if none of them remains. */
  const about =
    (write: (leads: Leads, dispatch: Dispatch) => WrittenMail, isAbout: (lead: Lead) => boolean = () => true) =>
    (dispatch: Dispatch): WrittenMail | undefined => {
      const [first, ...others] = dispatch.messages
        .values()
        .map(({ reference }) => find(reference))
        .filter((lead): lead is Lead => lead !== undefined && isAbout(lead))
        // A dispatch may contain tens of thousands of leads, too many for the memory.
        .take(COLLECTED_MAX)
      return first && write([first, ...others], dispatch)
    }
  const toPerson = (write: (lead: Lead) => Email, isAbout?: (lead: Lead) => boolean) =>
    about(([lead], { messages: [{ recipient }] }) => {
      return { to: [recipient ?? lead.email], replyTo: house, headers: AUTOMATIC, ...write(lead) }
    }, isAbout)
  /** Writes an e-mail to an address of a list, with its unsubscribe link. */
  const toList = (write: (lead: Lead, leave: string) => Email) =>
    toPerson((lead) => {
      const leave = unsubscribeLink(lead)
      return { ...write(lead, leave), headers: { ...AUTOMATIC, ...oneClick(leave) } }
    })

  return {
    lead: {
      write: about(
        (leads, { messages, together }) => {
          const [lead] = leads
          const toStaff = { to: recipientsOf(mail, lead.form), headers: GENERATED }
          if (together) return { ...collectedNotice(needs, leads, messages.length), ...toStaff }
          const notice = writeToHouse(needs, `demande-${lead.form}`, lead, {
            reponses: [{ type: 'quotation', lines: answerLines(lead) }],
          })
          return { ...notice, replyTo: lead.email, ...toStaff }
        },
        // Excludes sign-ups to lists, for which an earlier version queued notices.
        (lead) => !formOf(lead).isList && isOpen(lead),
      ),
    },
    withdrawal: { write: toPerson((lead) => declaration(needs, lead)) },
    acknowledgement: {
      write: toPerson((lead) => {
        const blocks = { fermeture: closureBefore(needs, answerBy(needs, lead)) }
        return emails.set(`accuse-${lead.form}`, { values: leadValues(needs, lead), blocks })
      }, isOpen),
    },
    confirmation: {
      write: toList((lead) => {
        const href = confirmLink(lead.reference)
        return emails.set(`confirmation-${lead.form}`, { values: leadValues(needs, lead), href })
      }),
    },
    welcome: {
      write: toList((lead, desinscription) =>
        emails.set(`bienvenue-${lead.form}`, { values: { ...leadValues(needs, lead), desinscription } }),
      ),
    },
  }
}

/** To the house: several leads, one line each. @param queued their number, with those that are not listed or gone */
function collectedNotice(needs: WriterNeeds, leads: Leads, queued: number): Email {
  const count = leads.length < COLLECTED_MAX ? leads.length : queued
  const demandes: Block[] = leads.map((lead) => paragraph(`[${leadHeading(lead)}](${linkTo(needs, lead)})`))
  if (count > leads.length) demandes.push(andMore(count - leads.length))
  const nombre = count === 1 ? 'Une demande' : `${count} demandes`
  return needs.emails.set('demandes-reunies', {
    values: { nombre },
    blocks: { demandes },
    href: `${needs.siteUrl}/bureau`,
  })
}

/**
 * To the person who withdraws: the declaration with its date and time (Code de la consommation L. 221-21). The text is
 * quoted and its links are broken up, because the address is not verified.
 */
function declaration(needs: WriterNeeds, lead: Lead): Email {
  const date = fillIn(recu.heure, { date: longTimeInParis(lead.created_at) })
  const heading = fillIn(recu.declaration, { reference: lead.reference, date })
  const lines = quotedLines(labelledAnswers(formOf(lead), lead)).map(breakLinks)
  const blocks = { declarations: [{ type: 'quotation' as const, heading, lines }] }
  return needs.emails.set(`accuse-${lead.form}`, { values: leadValues(needs, lead), blocks })
}

/** Returns a paragraph about the first closure between now and an instant, if there is one. */
function closureBefore({ clock, promises }: WriterNeeds, instant: Date): Block[] {
  const [closure] = closuresFrom(dayInParis(clock()), promises.opening)
  return closure && closure.from <= dayInParis(instant) ? [paragraph(closureSentence(closure))] : []
}
