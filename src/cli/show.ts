import { formatAnswers, leadStatusText } from '../server/leads/describe-lead.ts'
import { formOf, noticeOf } from '../server/leads/leads.ts'
import { longTimeInParis } from '../server/paris-time.ts'
import { type Command, needLead } from './command.ts'

export const show: Command = {
  summary: 'Montre un envoi en entier.',
  usage: '<référence>',
  help: `La référence est celle du message reçu, ou de « hera list ».

  hera show C-7K2M-94QD`,
  run(context, { positionals }) {
    const lead = needLead(context, positionals[0])
    const form = formOf(lead)
    const { terminal } = context
    terminal.print(terminal.strong(`${form.deskTitle} – ${lead.reference}`))
    terminal.print(
      `Reçu le ${longTimeInParis(lead.created_at)} (heure de Paris)${lead.page ? `, depuis ${lead.page}` : ''}`,
    )
    const remark = leadStatusText(lead)
    if (remark) terminal.print(`État : ${remark}`)
    terminal.print(`\n${formatAnswers(form, lead)}\n`)
    if (lead.note) terminal.print(`Note de la maison :\n${lead.note}\n`)
    terminal.print(`Information donnée à la personne (${lead.notice_version}) :\n${noticeOf(context.db(), lead)}`)
  },
}
