import { readBuildManifest } from '../server/build-manifest.ts'
import { counted } from '../server/counted.ts'
import { exportLeads } from '../server/leads/export.ts'
import { createUnsubscribeLinks } from '../server/leads/lists/consent.ts'
import { type Command, needForm, needPeriod, PERIOD_OPTIONS, UsageError } from './command.ts'
import { toOutput } from './output.ts'

export const exportCommand: Command = {
  summary: 'Écrit les envois d’un formulaire dans un fichier pour un tableur.',
  usage: '<formulaire> [--since JOUR] [--until JOUR] [--all] [--links] [--output FICHIER]',
  help: `Titres et réponses en français, dates à l’heure de Paris ; le CSV s’ouvre d’un double clic dans un Excel français.
Les deux jours sont compris, à l’heure de Paris. Sans --output, le résultat va à la sortie standard ; le fichier, lui,
n’est lisible que par vous.
Listes (waitlist, newsletter) : seules les adresses confirmées et abonnées, à qui vous pouvez écrire. --all donne aussi
les autres, et les envois suspects ; la colonne « État » ou « Suivi » le dit.
--links ajoute à chaque adresse confirmée son lien de désinscription, à placer dans votre envoi.

  hera export contact --output contacts.csv
  hera export newsletter --links --output lettre.csv
  hera export ambassador --since 2026-11-01 --until 2026-11-30`,
  options: {
    ...PERIOD_OPTIONS,
    all: { type: 'boolean' },
    links: { type: 'boolean' },
    output: { type: 'string' },
  },
  async run({ terminal, db, clock, hash, objections, dist }, args) {
    const form = needForm(args.positionals[0])
    const links = args.values.links === true
    const everyone = args.values.all === true
    if (links && !form.isList) throw new UsageError('--links concerne waitlist et newsletter.')
    const period = needPeriod(args)
    const output = args.values.output as string | undefined
    let done = 0
    const progress = (rows: number) => {
      done = rows
      terminal.progress(rows, file.total)
    }
    const linkOf = links ? createUnsubscribeLinks(db(), hash(), clock, readBuildManifest(dist).siteUrl) : undefined
    const file = exportLeads(db(), clock, objections, form, { period, everyone, linkOf, progress })
    const path = await toOutput(output, file.bytes)
    terminal.progress(1, 1)
    terminal.note(`${counted(done, 'envoi')}${path ? ` dans ${path}` : ''}.`)
    const leftOut = everyone ? 0 : file.total - done
    if (leftOut > 0)
      terminal.note(
        `${counted(leftOut, 'envoi suspect ou sans accord en cours', 'envois suspects ou sans accord en cours')} : laissé de côté, --all le donne.`,
      )
  },
}
