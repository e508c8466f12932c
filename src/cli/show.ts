import type { FormName } from '../forms/index.ts'
import { TITLES } from '../server/mail/texts.ts'
import { longTimeInParis } from '../server/paris-time.ts'
import { remarks } from '../server/submissions/describe-lead.ts'
import { formatAnswers } from '../server/submissions/format-answers.ts'
import { noticeOf } from '../server/submissions/leads.ts'
import { type Command, needLead } from './command.ts'

export const show: Command = {
  summary: 'Montre un envoi en entier.',
  usage: '<référence>',
  help: `La référence est celle du message reçu, ou de « hera list ».

  hera show C-7K2M-94QD`,
  run(context, { positionals }) {
    const { form, lead } = needLead(context, positionals[0])
    const { terminal } = context
    terminal.print(terminal.strong(`${TITLES[form.name as FormName]} – ${lead.reference}`))
    terminal.print(
      `Reçu le ${longTimeInParis(lead.created_at)} (heure de Paris)${lead.page ? `, depuis ${lead.page}` : ''}`,
    )
    const remark = remarks(form, lead)
    if (remark) terminal.print(`État : ${remark}`)
    terminal.print(`\n${formatAnswers(form, lead)}\n`)
    if (lead.note) terminal.print(`Note de la maison :\n${lead.note}\n`)
    terminal.print(`Information lue par la personne (${lead.notice_version}) :\n${noticeOf(context.db(), lead)}`)
    return undefined
  },
}
