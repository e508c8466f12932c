import { extname } from 'node:path'
import { readBuildManifest } from '../server/build-manifest.ts'
import { counted } from '../server/counted.ts'
import { exportSubmissions } from '../server/leads/exports/export-submissions.ts'
import { FORMATS, type FormatName } from '../server/leads/exports/formats.ts'
import { createUnsubscribeLinks } from '../server/leads/lists/consent.ts'
import { type Command, needForm, needPeriod, PERIOD_OPTIONS, UsageError } from './command.ts'
import { toOutput } from './output.ts'

export const exportCommand: Command = {
  summary: 'Écrit les envois d’un formulaire dans un fichier pour un tableur ou un autre programme.',
  usage:
    '<formulaire> [--format xlsx|csv|json|ndjson] [--since JOUR] [--until JOUR] [--all] [--links] [--output FICHIER]',
  help: `xlsx et csv sont pour un tableur : titres et réponses en français, dates à l’heure de Paris ; le CSV s’ouvre d’un
double clic dans un Excel français. json et ndjson sont pour un programme : les valeurs de la base, en UTC.
Sans --format, c’est celui que dit le nom du fichier (contacts.xlsx), ou csv s’il n’en dit rien.
Les deux jours sont compris, à l’heure de Paris. Sans --output, le résultat va à la sortie standard ; le fichier, lui,
n’est lisible que par vous.
Listes (waitlist, newsletter) : seules les adresses confirmées et abonnées, à qui vous pouvez écrire. --all donne aussi
les autres ; la colonne « État » dit alors « confirmée », « non confirmée », « désinscrite » ou « opposition ».
--links ajoute à chaque adresse confirmée son lien de désinscription, à placer dans votre envoi.

  hera export contact --output contacts.xlsx
  hera export newsletter --links --output lettre.csv
  hera export ambassador --format ndjson --since 2026-11-01 --until 2026-11-30`,
  options: {
    ...PERIOD_OPTIONS,
    format: { type: 'string' },
    all: { type: 'boolean' },
    links: { type: 'boolean' },
    output: { type: 'string' },
  },
  async run({ terminal, db, clock, hash, objections, dist }, args) {
    const form = needForm(args.positionals[0])
    const links = args.values.links === true
    const everyone = args.values.all === true
    if ((links || everyone) && !form.isList) throw new UsageError('--links et --all concernent waitlist et newsletter.')
    const period = needPeriod(args)
    const output = args.values.output as string | undefined
    const format = needFormat(args.values.format, output)
    if (format === 'xlsx' && output === undefined && terminal.interactive)
      throw new UsageError('Un fichier xlsx ne se lit pas dans un terminal : ajoutez --output FICHIER.')
    let done = 0
    const progress = (rows: number) => {
      done = rows
      terminal.progress(rows, file.total)
    }
    const linkOf = links ? createUnsubscribeLinks(db(), hash(), clock, readBuildManifest(dist).siteUrl) : undefined
    const options = { form, format, period, everyone, linkOf, progress }
    const file = exportSubmissions(db(), clock, objections, options)
    const path = await toOutput(output, file.bytes)
    terminal.progress(1, 1)
    terminal.note(`${counted(done, 'envoi')}${path ? ` dans ${path}` : ''}.`)
    const leftOut = everyone ? 0 : file.total - done
    if (leftOut > 0)
      terminal.note(
        `${counted(leftOut, 'inscription')} sans accord en cours : ${leftOut > 1 ? 'laissées de côté, --all les donne' : 'laissée de côté, --all la donne'}.`,
      )
  },
}

/** Returns the format given by --format, else the one that the file name ends in, else CSV. Throws UsageError. */
function needFormat(name: string | boolean | undefined, output = ''): FormatName {
  if (name === undefined) return formatNamed(extname(output).slice(1).toLowerCase()) ?? 'csv'
  const found = formatNamed(name)
  if (!found) throw new UsageError(`--format attend ${Object.keys(FORMATS).join(', ')}.`)
  return found
}

function formatNamed(name: string | boolean): FormatName | undefined {
  return Object.keys(FORMATS).find((format): format is FormatName => format === name)
}
