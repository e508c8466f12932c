import { typographic } from '../copy/markdown/typography.ts'
import { backup } from './backup.ts'
import type { Command } from './command.ts'
import { desk } from './desk.ts'
import { doctor } from './doctor.ts'
import { erase } from './erase.ts'
import { exportCommand } from './export.ts'
import { mail } from './mail.ts'
import { person } from './person.ts'
import { purgeCommand } from './purge.ts'
import { restoreCommand } from './restore.ts'

/** Every command by name, in the order of the general help: the most used first. */
export const commands: Readonly<Record<string, Command>> = {
  desk,
  doctor,
  backup,
  restore: restoreCommand,
  export: exportCommand,
  person,
  erase,
  purge: purgeCommand,
  mail,
}

/** The text of `hera --help`: the list of commands. */
export function generalHelp(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length))
  return [
    typographic('Hera, les demandes du site. Emploi : hera <commande> [options]'),
    '',
    ...Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${typographic(summary)}`),
    '',
    typographic('Le détail et des exemples : hera <commande> --help'),
    typographic(
      'La base est celle de DATABASE_PATH (db/hera.sqlite). Les commandes marchent pendant que le site tourne.',
    ),
    typographic('Code de sortie : 0 fait, 1 pas possible, 2 pas compris.'),
  ].join('\n')
}

/** The text of `hera <command> --help`. */
export function commandHelp(name: string, { summary, usage, help }: Command): string {
  return [`hera ${name} ${usage}`.trim(), '', typographic(summary), '', help].join('\n')
}
