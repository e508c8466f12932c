import { pipeline } from 'node:stream/promises'
import { counted } from '../server/counted.ts'
import { exportLeads } from '../server/leads/export.ts'
import { type Command, needForm } from './command.ts'

export const exportCommand: Command = {
  summary: 'Écrit les envois d’un formulaire en CSV, pour un tableur.',
  usage: '<formulaire> [--all]',
  help: `Titres et réponses en français, dates à l’heure de Paris ; le CSV s’ouvre d’un double clic dans un Excel français.
Listes (waitlist, newsletter) : seules les adresses confirmées et abonnées, auxquelles vous pouvez écrire. --all donne
aussi les autres, et les envois suspects ; la colonne « État » ou « Suivi » le dit.

  hera export contact > contacts.csv
  hera export newsletter --all > lettre.csv`,
  options: { all: { type: 'boolean' } },
  async run({ terminal, db, clock, objections }, { positionals, values }) {
    const file = exportLeads(db(), clock, objections, needForm(positionals[0]), values.all === true)
    await pipeline(file.bytes, terminal.out, { end: false })
    terminal.note(`${counted(file.written(), 'envoi')}.`)
  },
}
