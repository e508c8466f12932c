import { fillIn } from '../../../copy/words/plain-words.ts'
import { interfaceWords } from '../../../copy/words/words.ts'
import { longDay } from '../../../forms/calendar.ts'
import { houseAnswers, labelledAnswers } from '../../../forms/receipt.ts'
import type { Clock } from '../../clock.ts'
import { counted } from '../../counted.ts'
import { promisedBy } from '../../leads/follow-up/answer-by.ts'
import { promisesOf, refundBy } from '../../leads/follow-up/deadline.ts'
import { formOf, type Lead } from '../../leads/leads.ts'
import type { Email } from '../../outbox/mail.ts'
import { dayAndMonth, hourInParis, longTimeInParis, momentInParis } from '../../paris-time.ts'
import type { DayFigures } from '../day-figures.ts'
import type { WeekFigures } from '../week-figures.ts'
import {
  andMore,
  type FailingPart,
  failingPart,
  linksBlock,
  type NoticeLinks,
  paragraph,
  type Repair,
  repairPart,
} from './blocks.ts'
import { deskLink } from './desk-link.ts'
import type { Block } from './email-draft.ts'
import { createEmails, type Emails } from './emails.ts'
import { headerWords, senderLabel } from './lock-screen.ts'
import { quotedLines, withoutLinks } from './quoted-words.ts'
import { weekPoints } from './week-points.ts'
import { firstWords, leadHeading, whoIs } from './who-writes.ts'

const { recu } = interfaceWords

/** Submissions of which a collected notice shows the answers, and links, at most. */
const SHOWN_MAX = 30
const LINKED_MAX = 200
/** Submissions of which a collected notice says more than that they are there. */
export const COLLECTED_MAX = SHOWN_MAX + LINKED_MAX
/** References that a subject names at most. */
const NAMED_MAX = 3

/** Every e-mail of the house, written from submissions. `withdrawals` and `reply` alone bring a person words that somebody typed. */
export function createMessages(emails: Emails, siteUrl: string, clock: Clock) {
  const promises = promisesOf(emails.facts)
  const { hours, refundDays } = promises
  const valuesOf = (lead: Lead) => ({
    reference: lead.reference,
    recu_le: momentInParis(lead.created_at),
    repondu_avant: hourInParis(promisedBy(new Date(lead.created_at), clock(), hours)),
    rembourser_avant: dayAndMonth(refundBy(new Date(lead.created_at), refundDays)),
    // One of our own words.
    objet: formOf(lead).fields.subject?.options?.[String(lead.subject)] ?? '',
  })
  /** Somebody’s words, for what goes to the house alone. */
  const ownWords = (lead: Lead) => ({ qui: senderLabel(whoIs(lead)), mots: headerWords(firstWords(lead)) })
  /** The sender's name of what goes to the house about one lead. */
  const fromName = (qui: string) => `${emails.facts.nom ?? ''} – ${qui}`
  const quote = (lead: Lead) => quotedLines(houseAnswers(formOf(lead), lead))

  return {
    /** The figures and the identity of the house. */
    facts: emails.facts,
    /** To the house: one lead with all its answers, from whoever sent it, to be read on a locked telephone, and what can be done with it from there. */
    notice(lead: Lead, links?: NoticeLinks): Email & { fromName: string } {
      const own = ownWords(lead)
      const email = emails.set(`demande-${lead.form}`, {
        values: { ...valuesOf(lead), ...own },
        blocks: { reponses: [{ kind: 'quote', lines: quote(lead) }, ...linksBlock(links)] },
        href: `${deskLink(siteUrl, lead.reference)}#reponse`,
        preview: own.mots,
      })
      return { ...email, fromName: fromName(own.qui) }
    },

    /** To the house: many submissions; the first of them with their answers. @param count how many there are */
    collectedNotice(leads: readonly Lead[], count = leads.length): Email {
      const shown = leads.slice(0, SHOWN_MAX)
      const linked = leads.slice(SHOWN_MAX, COLLECTED_MAX)
      const more = count - shown.length - linked.length
      const demandes: Block[] = shown.map((lead) => ({
        kind: 'quote',
        heading: leadHeading(lead),
        lines: quote(lead),
        link: { label: 'Ouvrir dans le bureau', href: deskLink(siteUrl, lead.reference) },
      }))
      for (const lead of linked)
        demandes.push(paragraph(`[${leadHeading(lead)}](${deskLink(siteUrl, lead.reference)})`))
      if (more > 0) demandes.push(andMore(more))
      const nombre = count === 1 ? 'Une demande' : `${count} demandes`
      return emails.set('demandes-reunies', { values: { nombre }, blocks: { demandes }, href: deskLink(siteUrl) })
    },

    /** To the person: that it has arrived, under which reference, and when the answer comes. */
    acknowledgement: (lead: Lead): Email => emails.set(`accuse-${lead.form}`, { values: valuesOf(lead) }),

    /**
     * To the person, from the house: what somebody wrote at the desk, and below it the long answers of the person, quoted.
     * The address is not proven, so that their links are broken up. Its subject is that of the acknowledgement, by which
     * mail programs keep a conversation together.
     */
    reply(lead: Lead, text: string): Email {
      const form = formOf(lead)
      const paragraphs = text.split(/\n[ \t]*\n/).map((words) => paragraph(words.trim()))
      const long = Object.entries(form.fields).flatMap(([name, { label, kind }]) =>
        kind === 'textarea' && lead[name] ? [{ label, value: String(lead[name]) }] : [],
      )
      const quotation: Block = {
        kind: 'quote',
        heading: `Le ${longDay(lead.created_at)}, vous nous écriviez :`,
        lines: quotedLines(withoutLinks(long)),
      }
      const acknowledgement = { values: valuesOf(lead), blocks: { declarations: [] } }
      const answered =
        form.acknowledgement === 'none' ? form.title : emails.set(`accuse-${lead.form}`, acknowledgement).subject
      const blocks = long.length > 0 ? [...paragraphs, quotation] : paragraphs
      // «Re:» as mail programs know it, without the space of French.
      return { ...emails.setWords(answered, blocks, false, ''), subject: `Re: ${answered}` }
    },

    /**
     * To the person who withdraws: each declaration with its date and hour (Code de la consommation L. 221-21). The
     * address is not proven, so the words are quoted and their links broken up.
     */
    withdrawals(leads: readonly [Lead, ...Lead[]]): Email {
      const declarations = leads.map(
        (lead): Block => ({
          kind: 'quote',
          heading: fillIn(recu.declaration, {
            reference: lead.reference,
            date: fillIn(recu.heure, { date: longTimeInParis(lead.created_at) }),
          }),
          lines: quotedLines(withoutLinks(labelledAnswers(formOf(lead), lead))),
        }),
      )
      const references = leads.map(({ reference }) => reference)
      const named = references.slice(0, NAMED_MAX).join(', ')
      const others = references.length - NAMED_MAX
      const reference = others > 0 ? `${named} et ${others} de plus` : named
      return emails.set(`accuse-${leads[0].form}`, {
        values: { ...valuesOf(leads[0]), reference },
        blocks: { declarations },
      })
    },

    /** To whoever gave this address to a list: one link that leads to one button. */
    confirmation: (lead: Lead, href: string): Email =>
      emails.set(`confirmation-${lead.form}`, { values: valuesOf(lead), href }),

    /** To a confirmed address: what it will receive, and how to end it. */
    welcome: (lead: Lead, desinscription: string): Email =>
      emails.set(`bienvenue-${lead.form}`, { values: { ...valuesOf(lead), desinscription } }),

    /** To one address of the house: the link that signs in to the desk. */
    signIn: (href: string): Email => emails.set('bureau-lien', { values: {}, href }),

    /** To the house, on the day that it chose: a submission that it wants to be reminded of, with its own note. */
    reminder(lead: Lead): Email & { fromName: string } {
      const lines = lead.note ? lead.note.split('\n') : ['(sans note)']
      const own = ownWords(lead)
      const email = emails.set('bureau-rappel', {
        values: { ...valuesOf(lead), ...own, demande: formOf(lead).houseTitle },
        blocks: { note: [{ kind: 'quote', lines }] },
        href: deskLink(siteUrl, lead.reference),
        preview: lines.join(' '),
      })
      return { ...email, fromName: fromName(own.qui) }
    },

    /** To the house, in the morning: what the day before brought to the lists, and what is suspected. */
    daily({ signUps, suspected }: DayFigures): Email {
      const all = signUps.reduce((sum, { count }) => sum + count, 0)
      const each = signUps.map(({ title, count }) => `${title} : ${count}`).join(', ')
      const suspects = counted(suspected.count, 'envoi suspect', 'envois suspects')
      const lookAt =
        suspected.count === 1
          ? 'regardez-le, puis libérez-le ou supprimez-le'
          : 'regardez-les, puis libérez-les ou supprimez-les'
      const points: Block[] = []
      if (all > 0)
        points.push(
          paragraph(`**${counted(all, 'inscription')}**. ${each}. Un message demande à chaque adresse de confirmer.`),
        )
      if (suspected.count > 0) points.push(paragraph(`**${suspects}**, dont rien n’est parti : ${lookAt}.`))
      for (const lead of suspected.leads) {
        const { qui, mots } = ownWords(lead)
        points.push({
          kind: 'quote',
          heading: leadHeading(lead),
          lines: [qui === mots ? qui : `${qui} – ${mots}`],
          link: { label: 'Regarder', href: deskLink(siteUrl, lead.reference) },
        })
      }
      const more = suspected.count - suspected.leads.length
      if (more > 0) points.push(andMore(more))
      const nombre = [all > 0 && counted(all, 'inscription'), suspected.count > 0 && suspects]
      return emails.set('bureau-jour', {
        values: { nombre: nombre.filter(Boolean).join(', ') },
        blocks: { points },
        href: deskLink(siteUrl),
      })
    },

    /** To the house, on Mondays: what the week brought, what waits, and what of the installation needs a person. */
    weekly(figures: WeekFigures, failing: readonly FailingPart[]): Email {
      const points = [...weekPoints(figures, promises, linkedName).map(paragraph), ...failing.map(failingPart)]
      const { waiting, refunds } = figures
      const due = [
        refunds.count > 0 && counted(refunds.count, 'remboursement dû', 'remboursements dus'),
        waiting.length > 0 && counted(waiting.length, 'demande attend', 'demandes attendent'),
      ].filter(Boolean)
      const values = { nombre: due.join(', ') || 'rien n’attend' }
      return emails.set('bureau-semaine', { values, blocks: { points }, href: deskLink(siteUrl) })
    },

    /** To the house: that a service of the machine failed, and what needs a person. */
    alert(
      failed: { failure: string; service: string },
      machine: string,
      failing: readonly FailingPart[],
      at: string,
    ): Email {
      const values = { panne: failed.failure, service: failed.service, machine, moment: momentInParis(at) }
      return emails.set('alerte', { values, blocks: { etat: failing.map(failingPart) } })
    },

    /** To whoever looks after the server: what needs them. @param author address that signed in; null where it is not known */
    repair(repairs: readonly Repair[], author: string | null): Email {
      const values = {
        qui: author ?? 'La maison',
        quoi: repairs.map(({ title }) => title).join(', '),
        moment: momentInParis(clock().toISOString()),
      }
      return emails.set('reparation', {
        values,
        blocks: { etat: repairs.map(repairPart) },
        href: `${deskLink(siteUrl)}/maison`,
      })
    },

    /** To a person, just before everything that they sent is erased. */
    erased: (): Email => emails.set('effacement', { values: {} }),

    /** To whoever the operator wants to try e-mail with. */
    trial: (): Email => emails.set('essai', { values: {} }),
  }

  /** Who sent it, as a link of a paragraph, of which a name must not be able to make another one. */
  function linkedName(lead: Lead): string {
    const name = senderLabel(whoIs(lead)).replace(/[[\]()*\s]+/g, ' ')
    return `[${name.trim() || lead.reference}](${deskLink(siteUrl, lead.reference)})`
  }
}

export type Messages = ReturnType<typeof createMessages>

/** The e-mails of a site at that origin, with the words of src/content. Throws where a text is missing. */
export function readMessages(siteUrl: string, clock: Clock): Messages {
  return createMessages(createEmails(siteUrl), siteUrl, clock)
}
