import type { Form } from '../forms/form.ts'
import { readBuildManifest } from '../server/build-manifest.ts'
import { createConsent, isList, systemRandom } from '../server/privacy/consent.ts'
import { countLeads, eachLead, type Lead, signUpState } from '../server/submissions/leads.ts'
import { type Command, type Context, needForm, needPeriod, PERIOD_OPTIONS, UsageError } from './command.ts'
import { FORMATS } from './formats.ts'
import { toOutput } from './output.ts'
import { counted } from './terminal.ts'

/** Rows between two updates of the progress shown. */
const PROGRESS_ROWS = 1000

export const exportCommand: Command = {
  summary: 'Écrit les envois d’un formulaire dans un fichier pour un tableur ou un autre programme.',
  usage: '<formulaire> --format csv|json|ndjson [--since JOUR] [--until JOUR] [--output FICHIER] [--links]',
  help: `Le CSV s’ouvre d’un double clic dans un Excel français. Les deux jours sont compris, à l’heure de Paris.
Sans --output, le résultat va à la sortie standard ; le fichier, lui, n’est lisible que par vous.
Listes : la colonne « state » dit « confirmée », « non confirmée » ou « désinscrite » ; n’écrivez qu’aux premières.
--links ajoute à chaque adresse confirmée un lien de désinscription, à placer dans votre envoi.

  hera export contact --format csv --output contacts.csv
  hera export newsletter --format csv --links --output lettre.csv
  hera export ambassador --format ndjson --since 2026-11-01 --until 2026-11-30`,
  options: {
    ...PERIOD_OPTIONS,
    format: { type: 'string', default: 'csv' },
    output: { type: 'string' },
    links: { type: 'boolean' },
  },
  run(context, args) {
    const { terminal } = context
    const form = needForm(args.positionals[0])
    const format = FORMATS[String(args.values.format)]
    if (!format) throw new UsageError(`--format attend ${Object.keys(FORMATS).join(', ')}.`)
    if (args.values.links && !isList(form)) throw new UsageError('--links concerne waitlist et newsletter.')
    const period = needPeriod(args)
    const links = args.values.links ? linksFor(context, form, period) : undefined
    const total = countLeads(context.db(), form, period)
    const file = args.values.output as string | undefined
    let done = 0
    const path = toOutput(file, (output) => {
      format.begin(output, columnsOf(form, links !== undefined))
      for (const lead of eachLead(context.db(), form, period)) {
        format.row(output, exportedRow(context, form, lead, links), done === 0)
        done += 1
        if (done % PROGRESS_ROWS === 0) terminal.progress(done, total)
      }
      format.end(output)
    })
    terminal.progress(1, 1)
    terminal.note(`${counted(done, 'envoi')}${path ? ` dans ${path}` : ''}.`)
    return undefined
  },
}

function columnsOf(form: Form, links: boolean): string[] {
  const list = isList(form) ? ['state', 'confirmed_at', 'unsubscribed_at'] : []
  const tail = ['page', 'notice_version', 'suspected_spam', 'keep_until']
  return [
    'reference',
    'created_at',
    ...Object.keys(form.fields),
    ...list,
    ...tail,
    ...(links ? ['unsubscribe_url'] : []),
  ]
}

function exportedRow(context: Context, form: Form, lead: Lead, links?: Map<string, string>) {
  const state = signUpState(form, lead)
  const objects = state && context.objections().has(String(lead.email))
  const values: Record<string, string | number | null | undefined> = {
    ...lead,
    ...(state && { state: objects ? 'opposition' : state }),
    unsubscribe_url: links?.get(lead.reference) ?? null,
  }
  return Object.fromEntries(columnsOf(form, links !== undefined).map((name) => [name, values[name]]))
}

/**
 * A new unsubscribe link for each confirmed sign-up, by reference. The links are stored before the export reads its rows,
 * because the database cannot be written to while `eachLead` is iterating.
 */
function linksFor({ db, clock }: Context, form: Form, period: ReturnType<typeof needPeriod>): Map<string, string> {
  const { siteUrl } = readBuildManifest(new URL('../../dist/', import.meta.url))
  const consent = createConsent(db(), clock, systemRandom)
  const confirmed = [...eachLead(db(), form, period)].filter((lead) => signUpState(form, lead) === 'confirmée')
  const made = db().transaction(() =>
    confirmed.map(({ reference }): [string, string] => [
      reference,
      `${siteUrl}/desinscription/${consent.newToken('unsubscribe', form, reference)}`,
    ]),
  )
  return new Map(made.immediate())
}
