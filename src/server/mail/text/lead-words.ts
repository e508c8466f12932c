import { deskAnswers } from '../../../forms/receipt.ts'
import { promisedBy, refundBy } from '../../leads/deadline.ts'
import { firstWords, whoIs } from '../../leads/describe-lead.ts'
import { formOf, type Lead } from '../../leads/leads.ts'
import { dayAndMonth, hourInParis, momentInParis } from '../../paris-time.ts'
import type { WriterNeeds } from '../kinds.ts'
import type { Email } from '../mail.ts'
import type { Block } from './blocks.ts'
import { headerWords, quotedLines, senderLabel } from './quoted-words.ts'

type Needs = Pick<WriterNeeds, 'siteUrl' | 'emails' | 'promises' | 'clock'>

/** Returns by when the house answers: never a moment that has passed when the e-mail leaves. */
export function answerBy({ clock, promises }: Needs, lead: Lead): Date {
  return promisedBy(new Date(lead.created_at), clock(), promises)
}

/** Returns the values for the placeholders of any e-mail about a lead: nothing that a visitor typed. */
export function leadValues(needs: Needs, lead: Lead) {
  return {
    reference: lead.reference,
    recu_le: momentInParis(lead.created_at),
    repondu_avant: hourInParis(answerBy(needs, lead)),
    rembourser_avant: dayAndMonth(refundBy(new Date(lead.created_at), needs.promises.refundDays)),
    // A label of the form, not the visitor's text.
    objet: formOf(lead).fields.subject?.options?.[String(lead.subject)] ?? '',
  }
}

/** Returns the URL of a lead at the desk. */
export function linkTo({ siteUrl }: Needs, { reference }: Lead): string {
  return `${siteUrl}/bureau/${reference}`
}

/** Returns who wrote, for a header or one line of an e-mail to the house. */
export function writerOf(lead: Lead): string {
  return senderLabel(whoIs(lead))
}

/** Returns all answers of a lead as lines to be quoted, for the house alone. */
export function answerLines(lead: Lead): string[] {
  return quotedLines(deskAnswers(formOf(lead), lead))
}

/**
 * Writes an e-mail to the house about a lead, with the words of the person: their name as the sender, their first words
 * after the subject, so that it can be read on a locked phone.
 * @param file name of its text in src/content/emails
 * @param blocks what it quotes, by placeholder
 */
export function writeToHouse(
  needs: Needs,
  file: string,
  lead: Lead,
  blocks: Readonly<Record<string, readonly Block[]>>,
  values: Readonly<Record<string, string>> = {},
): Email & { fromName: string } {
  const { emails } = needs
  const own = { ...leadValues(needs, lead), qui: writerOf(lead), mots: headerWords(firstWords(lead)) }
  const email = emails.set(file, { values: { ...own, ...values }, blocks, href: `${linkTo(needs, lead)}#reponse` })
  return { ...email, fromName: `${emails.facts.nom ?? ''} – ${own.qui}` }
}
