import { counted } from '../server/counted.ts'
import { remarks } from '../server/leads/describe-lead.ts'
import { formatAnswers } from '../server/leads/format-answers.ts'
import { formOf } from '../server/leads/leads.ts'
import { findPerson, type Person, toPortableData } from '../server/leads/person.ts'
import { longTimeInParis, shortTimeInParis } from '../server/paris-time.ts'
import { type Command, needEmail } from './command.ts'
import { toOutput } from './output.ts'
import type { Terminal } from './terminal.ts'

export const person: Command = {
  summary: 'Réunit tout ce qui est détenu sur une adresse e-mail, e-mails envoyés compris.',
  usage: '<e-mail> [--output FICHIER]',
  help: `Pour répondre à une demande d’accès ou de portabilité : le fichier JSON se joint à la réponse.

  hera person lea@exemple.fr
  hera person lea@exemple.fr --output lea.json`,
  options: { output: { type: 'string' } },
  async run({ terminal, db, objections }, { positionals, values }) {
    const found = findPerson(db(), objections(), needEmail(positionals[0]))
    const file = values.output as string | undefined
    if (file) {
      const path = await toOutput(file, [`${JSON.stringify(toPortableData(found), null, 2)}\n`])
      terminal.note(
        `${counted(found.submissions.length, 'envoi')} et ${counted(found.emails.length, 'e-mail')} dans ${path}.`,
      )
    } else print(terminal, found, objections().areKnown())
    return found.submissions.length + found.emails.length > 0 || found.objected ? 0 : 1
  },
}

function print(terminal: Terminal, { email, submissions, emails, objected }: Person, isKnown: boolean): void {
  if (submissions.length + emails.length === 0 && !objected) terminal.note(`Rien n’est détenu sur ${email}.`)
  for (const { lead, notice, consent, followUp, replies } of submissions) {
    terminal.print(
      terminal.strong(`${formOf(lead).houseTitle} – ${lead.reference} – ${longTimeInParis(lead.created_at)}`),
    )
    const remark = remarks(lead)
    if (remark) terminal.print(`État : ${remark}`)
    terminal.print(formatAnswers(formOf(lead), lead))
    for (const { event, at } of consent)
      terminal.print(`Consentement : ${STEPS[event] ?? event} le ${longTimeInParis(at)}`)
    for (const { at, what, state, note } of followUp)
      terminal.print(`Suivi : ${what ?? state} le ${longTimeInParis(at)}${note ? `, note : ${note}` : ''}`)
    for (const { at, text } of replies) terminal.print(`Réponse de la maison le ${longTimeInParis(at)} :\n${text}`)
    terminal.print(`Information lue : ${notice}\n`)
  }
  if (emails.length > 0) {
    terminal.print(terminal.strong('E-mails'))
    terminal.table(
      ['Genre', 'Référence', 'Écrit', 'Parti'],
      emails.map(({ kind, reference, created_at, sent_at, failed_at }) => [
        kind,
        reference,
        shortTimeInParis(created_at),
        sent_at ? shortTimeInParis(sent_at) : failed_at ? 'refusé' : 'en attente',
      ]),
    )
  }
  if (!isKnown) terminal.print('Opposition : inconnue, car la clé n’est pas celle de la base (hera doctor).')
  else if (objected) terminal.print('Opposition enregistrée : cette adresse ne reçoit ni lettre ni avis.')
}

const STEPS: Readonly<Record<string, string>> = { asked: 'demandé', confirmed: 'confirmé', unsubscribed: 'retiré' }
