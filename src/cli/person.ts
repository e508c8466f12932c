import { pipeline } from 'node:stream/promises'
import { formatAnswers, leadStatusText } from '../server/leads/describe-lead.ts'
import { formOf } from '../server/leads/leads.ts'
import { findPerson, type Person, type Submission, THREAD_WORDS, writePortableData } from '../server/leads/person.ts'
import { labelOf } from '../server/mail/kinds.ts'
import { longTimeInParis, shortTimeInParis } from '../server/paris-time.ts'
import { type Command, type Context, needEmail } from './command.ts'
import type { Terminal } from './terminal.ts'

export const person: Command = {
  summary: 'Réunit tout ce qui est détenu sur une adresse e-mail, e-mails envoyés compris.',
  usage: '<e-mail> [--json]',
  help: `Pour répondre à une demande d’accès ; --json, pour une demande de portabilité : les valeurs et les noms de la base,
en UTC.

  hera person lea@exemple.fr
  hera person lea@exemple.fr --json > lea.json`,
  options: { json: { type: 'boolean' } },
  async run(context, { positionals, values }) {
    const { terminal, db, objections } = context
    const found = findPerson(db(), objections(), needEmail(positionals[0]))
    if (values.json) await pipeline(writePortableData(found), terminal.out, { end: false })
    else print(context, found)
    return found.sent + found.emails.length > 0 || found.objected ? 0 : 1
  },
}

function print({ terminal, objections }: Context, { email, sent, submissions, emails, objected }: Person): void {
  if (sent + emails.length === 0 && !objected) terminal.note(`Rien n’est détenu sur ${email}.`)
  for (const submission of submissions()) printSubmission(terminal, submission)
  for (const { kind, reference, created_at, sent_at, failed_at } of emails) {
    const end = sent_at ? `parti le ${shortTimeInParis(sent_at)}` : failed_at ? 'refusé' : 'en attente'
    terminal.print(`E-mail, ${labelOf(kind)}, ${reference}, écrit le ${shortTimeInParis(created_at)} : ${end}`)
  }
  if (!objections().isReadable())
    terminal.print('Opposition : inconnue, car la clé n’est pas celle de la base (hera doctor).')
  else if (objected) terminal.print('Opposition enregistrée : cette adresse ne reçoit ni lettre ni avis.')
}

/** Prints everything stored about a submission. */
function printSubmission(terminal: Terminal, submission: Submission): void {
  const { lead, notice, consent, thread } = submission
  terminal.print(`${formOf(lead).deskTitle} – ${lead.reference} – ${longTimeInParis(lead.created_at)}`)
  if (lead.page) terminal.print(`Envoyé depuis : ${lead.page}`)
  const remark = leadStatusText(lead)
  if (remark) terminal.print(`État : ${remark}`)
  terminal.print(formatAnswers(formOf(lead), lead))
  for (const { event, at } of consent)
    terminal.print(`Consentement : ${STEPS[event] ?? event} le ${longTimeInParis(at)}`)
  for (const { kind, at, text } of thread) terminal.print(`${THREAD_WORDS[kind]}, ${longTimeInParis(at)} :\n${text}`)
  terminal.print(`Information donnée : ${notice}\n`)
}

const STEPS: Readonly<Record<string, string>> = { asked: 'demandé', confirmed: 'confirmé', unsubscribed: 'retiré' }
