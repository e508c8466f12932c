import { closureSentence } from '../../../copy/closure-sentence.ts'
import { closuresFrom } from '../../../copy/facts/opening.ts'
import { fillIn } from '../../../copy/words/plain-words.ts'
import { interfaceWords } from '../../../copy/words/words.ts'
import { dayInParis, longDay } from '../../../forms/calendar.ts'
import { deskAnswers, labelledAnswers } from '../../../forms/receipt.ts'
import type { Clock } from '../../clock.ts'
import { counted } from '../../counted.ts'
import { promisedBy, promisesOf, refundBy } from '../../leads/deadline.ts'
import { firstWords, leadHeading, whoIs } from '../../leads/describe-lead.ts'
import { formOf, type Lead } from '../../leads/leads.ts'
import { dayAndMonth, hourInParis, longTimeInParis, momentInParis } from '../../paris-time.ts'
import type { Email } from '../mail.ts'
import type { Morning } from '../morning.ts'
import { andMore, type Block, paragraph, type Quotation } from './blocks.ts'
import { createEmails } from './emails.ts'
import { headerWords, quotedLines, senderLabel, visible, withoutLinks } from './quoted-words.ts'

const { recu } = interfaceWords

/** Maximum number of submissions that a combined notice lists; further ones are only counted. */
export const COLLECTED_MAX = 200
/** Maximum number of references in a subject. */
const NAMED_MAX = 3

/** A part of the installation that needs repair. */
export interface FailingPart {
  title: string
  sentence: string
  /** Instructions, only for the operator. */
  remedy?: string | undefined
}

/**
 * Writes all e-mails about submissions, with the texts of src/content for a site at an origin. Only `withdrawals` and
 * `reply` send a person text typed by someone. Throws if a text is missing.
 */
export function createMessages(siteUrl: string, clock: Clock) {
  const emails = createEmails(siteUrl)
  const promises = promisesOf(emails.facts)
  const promised = (lead: Lead) => promisedBy(new Date(lead.created_at), clock(), promises)
  const desk = `${siteUrl}/bureau`
  const linkTo = ({ reference }: Lead) => `${desk}/${reference}`
  const valuesOf = (lead: Lead) => ({
    reference: lead.reference,
    recu_le: momentInParis(lead.created_at),
    repondu_avant: hourInParis(promised(lead)),
    rembourser_avant: dayAndMonth(refundBy(new Date(lead.created_at), promises.refundDays)),
    // A label of the form, not the visitor's text.
    objet: formOf(lead).fields.subject?.options?.[String(lead.subject)] ?? '',
  })
  /** Text of the visitor, only for e-mails to the owner. */
  const ownWords = (lead: Lead) => ({ qui: senderLabel(whoIs(lead)), mots: headerWords(firstWords(lead)) })
  const fromName = (qui: string) => `${emails.facts.nom ?? ''} – ${qui}`
  const quote = (lead: Lead) => quotedLines(deskAnswers(formOf(lead), lead))

  return {
    /** Values of company.yaml and facts.yaml. */
    facts: emails.facts,
    /** To the owner: one lead with all its answers, readable on a locked phone. */
    notice(lead: Lead): Email & { fromName: string } {
      const own = ownWords(lead)
      const email = emails.set(`demande-${lead.form}`, {
        values: { ...valuesOf(lead), ...own },
        blocks: { reponses: [{ type: 'quotation', lines: quote(lead) }] },
        href: `${linkTo(lead)}#reponse`,
        preview: own.mots,
      })
      return { ...email, fromName: fromName(own.qui) }
    },

    /** To the owner: several submissions, one line each. @param count total number */
    collectedNotice(leads: readonly Lead[], count = leads.length): Email {
      const demandes: Block[] = leads.map((lead) => paragraph(`[${leadHeading(lead)}](${linkTo(lead)})`))
      if (count > leads.length) demandes.push(andMore(count - leads.length))
      const nombre = count === 1 ? 'Une demande' : `${count} demandes`
      return emails.set('demandes-reunies', { values: { nombre }, blocks: { demandes }, href: desk })
    },

    /**
     * To a colleague: a lead is theirs now, with the last words of the person.
     * @param words what the person wrote last; undefined for their form
     * @param author who hands it over, in French
     */
    handed(lead: Lead, words: string | undefined, author: string): Email & { fromName: string } {
      const own = ownWords(lead)
      const lines = words === undefined ? quote(lead) : words.split('\n').map(visible)
      const email = emails.set('bureau-confiee', {
        values: { ...valuesOf(lead), qui: own.qui, demande: formOf(lead).deskTitle, par: author },
        blocks: { derniers_mots: [{ type: 'quotation', lines }] },
        href: `${linkTo(lead)}#reponse`,
        preview: own.mots,
      })
      return { ...email, fromName: fromName(own.qui) }
    },

    /** To the person: confirms receipt, with the reference, the time of the reply and a closure before it. */
    acknowledgement: (lead: Lead): Email =>
      emails.set(`accuse-${lead.form}`, {
        values: valuesOf(lead),
        blocks: { fermeture: closureBefore(promised(lead)) },
      }),

    /**
     * To the person: an answer of the house, with what it answers quoted below: their last message, or the long answers
     * of their form. Links in the quote are broken up, because the address is not verified. The subject is that of
     * their message, or else of the acknowledgement, so that mail programs group them.
     * @param last their last message, unless it came from another address
     */
    reply(lead: Lead, text: string, last?: { at: string; subject: string | null; text: string }): Email {
      const form = formOf(lead)
      const paragraphs = text.split(/\n[ \t]*\n/).map((words) => paragraph(linked(words.trim())))
      const long = last
        ? [{ label: '', value: last.text }]
        : Object.entries(form.fields).flatMap(([name, { label, kind }]) =>
            kind === 'textarea' && lead[name] ? [{ label, value: String(lead[name]) }] : [],
          )
      const quotation: Quotation = {
        type: 'quotation',
        heading: `Le ${longDay(last?.at ?? lead.created_at)}, vous nous écriviez :`,
        lines: last ? withoutLinks(long).flatMap(({ value }) => value.split('\n')) : quotedLines(withoutLinks(long)),
      }
      const acknowledgement = { values: valuesOf(lead), blocks: { declarations: [], fermeture: [] } }
      const answered = form.isList ? form.title : emails.set(`accuse-${lead.form}`, acknowledgement).subject
      const subject = last?.subject?.replace(/^(?:re|ré|rép|aw|sv)\s*:\s*/i, '').trim() || answered
      const blocks = long.length > 0 ? [...paragraphs, quotation] : paragraphs
      // Mail programs recognize «Re:» without the French space before the colon.
      return { ...emails.setWords(answered, blocks, false, ''), subject: `Re: ${headerWords(subject)}` }
    },

    /**
     * To the person who withdraws: each declaration with its date and time (Code de la consommation L. 221-21). The
     * text is quoted and its links are broken up, because the address is not verified.
     */
    withdrawals(leads: readonly [Lead, ...Lead[]]): Email {
      const declarations = leads.map(
        (lead): Block => ({
          type: 'quotation',
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

    /** To an address that was signed up to a list: one link to a page with one button. */
    confirmation: (lead: Lead, href: string): Email =>
      emails.set(`confirmation-${lead.form}`, { values: valuesOf(lead), href }),

    /** To a confirmed address: what it will receive, and how to unsubscribe. */
    welcome: (lead: Lead, desinscription: string): Email =>
      emails.set(`bienvenue-${lead.form}`, { values: { ...valuesOf(lead), desinscription } }),

    /** To one recipient of notices: the sign-in link of the desk. */
    signIn: (href: string): Email => emails.set('bureau-lien', { values: {}, href }),

    /** To the owner, in the morning: what is due. */
    morning({ groups, unsent, letters }: Morning): Email {
      const points = groups.flatMap(({ title, leads, more }): Block[] => [
        paragraph(`**${title}**`),
        ...leads.map(({ lead, words }): Block => {
          const said = [ownWords(lead).qui, formOf(lead).deskTitle, words].filter(Boolean)
          return { type: 'quotation', lines: [said.join(', ')], link: { label: 'Ouvrir', href: linkTo(lead) } }
        }),
        ...(more > 0 ? [andMore(more)] : []),
      ])
      const failed = counted(unsent, 'e-mail n’a pas pu partir', 'e-mails n’ont pas pu partir')
      if (unsent > 0) points.push(paragraph(`**${failed}** : [la maison](${desk}/maison) dit pourquoi.`))
      for (const subject of letters)
        points.push({
          type: 'quotation',
          lines: [`La lettre « ${subject} » n’est pas partie : elle attend au bureau, sous « Lettre ».`],
        })
      const count = groups.reduce((sum, { leads, more }) => sum + leads.length + more, 0)
      const nombre = count > 0 ? counted(count, 'demande') : unsent > 0 ? failed : 'une lettre attend'
      return emails.set('bureau-matin', { values: { nombre }, blocks: { points }, href: desk })
    },

    /** To the operator: a request for repair. @param author signed-in address, null if unknown */
    repair(failing: readonly FailingPart[], author: string | null): Email {
      const values = {
        qui: author ?? 'La maison',
        quoi: failing.map(({ title }) => title).join(', '),
        moment: momentInParis(clock().toISOString()),
      }
      return emails.set('reparation', {
        values,
        blocks: {
          etat: failing.map(({ title, sentence, remedy }) => ({
            type: 'quotation',
            heading: title,
            lines: remedy ? [sentence, remedy] : [sentence],
          })),
        },
        href: `${desk}/maison`,
      })
    },

    /** To a person, just before all their data is erased. */
    erased: (): Email => emails.set('effacement', { values: {} }),

    /** To a test recipient chosen by the operator. */
    trial: (): Email => emails.set('essai', { values: {} }),
  }

  /** Returns a paragraph about the first closure between now and an instant, if there is one. */
  function closureBefore(instant: Date): Block[] {
    const [closure] = closuresFrom(dayInParis(clock()), promises.opening)
    return closure && closure.from <= dayInParis(instant) ? [paragraph(closureSentence(closure))] : []
  }
}

/** Makes the addresses in an answer links. */
function linked(words: string): string {
  return words.replace(/(?<![[(<])https?:\/\/[^\s<>()[\]]*[^\s<>()[\].,;:!?»’'"]/g, (url) => `[${url}](${url})`)
}

export type Messages = ReturnType<typeof createMessages>
