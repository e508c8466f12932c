import { answerText, deskLabelOf } from '../forms/receipt.ts'
import { type LeadState, STATES } from '../forms/states.ts'
import { leadStatusText } from '../server/leads/describe-lead.ts'
import { countLeads, latestLeads } from '../server/leads/leads.ts'
import { shortTimeInParis } from '../server/paris-time.ts'
import { type Command, needForm, needPeriod, PERIOD_OPTIONS, UsageError } from './command.ts'

const DEFAULT_LIMIT = '50'

export const list: Command = {
  summary: 'Montre les derniers envois d’un formulaire.',
  usage: '<formulaire> [--status ÉTAT] [--limit N] [--since JOUR] [--until JOUR]',
  help: `--status : ${STATES.join(', ')}. Les plus récents d’abord, ${DEFAULT_LIMIT} au plus ; --limit 0 les montre tous.
Dans un tube, une ligne par envoi, colonnes séparées par des tabulations.

  hera list contact
  hera list contact --status nouvelle
  hera list ambassador --since 2026-11-01
  hera list waitlist --limit 0 | wc -l`,
  options: { ...PERIOD_OPTIONS, status: { type: 'string' }, limit: { type: 'string', default: DEFAULT_LIMIT } },
  run({ terminal, db }, args) {
    const form = needForm(args.positionals[0])
    const period = needPeriod(args)
    const given = String(args.values.limit)
    if (!/^\d{1,9}$/.test(given)) throw new UsageError('--limit attend un nombre.')
    const limit = Number(given) || Number.MAX_SAFE_INTEGER
    const status = needStatus(args.values.status)
    const leads = latestLeads(db(), form, period, limit, status)
    const short = form.about.filter((name) => form.fields[name]?.kind !== 'textarea')
    const listed = [form.organisation ?? [], form.names, 'email', short].flat()
    const heads = listed.flatMap((name) => form.fields[name] ?? []).map(deskLabelOf)
    const shown = terminal.table(
      ['Référence', 'Reçu', ...heads, 'État'],
      leads.map((lead) => [
        lead.reference,
        shortTimeInParis(lead.created_at),
        ...listed.map((name) => answerText(form, name, lead[name])),
        leadStatusText(lead),
      ]),
    )
    const total = countLeads(db(), form, period, status)
    if (shown < total) terminal.note(`${shown} sur ${total} ; --limit 0 les montre tous.`)
    else if (total === 0) terminal.note('Aucun envoi.')
  },
}

function needStatus(given: string | boolean | undefined): LeadState | undefined {
  const status = STATES.find((state) => state === given)
  if (given !== undefined && !status) throw new UsageError(`--status attend ${STATES.join(', ')}.`)
  return status
}
