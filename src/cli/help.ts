import { readFileSync } from 'node:fs'
import { typographic } from '../copy/markdown/typography.ts'
import { latestVersion } from '../server/database/migrate.ts'
import type { Command, Commands } from './command.ts'

/** The text of `hera --version`. */
export function versionText(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return typographic(`Hera ${version}, base de données ${latestVersion()}, Node ${process.versions.node}`)
}

/** The text of `hera --help`: the list of commands. */
export function generalHelp(commands: Commands): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length))
  return [
    typographic('Hera, les demandes du site. Emploi : hera <commande> [options]'),
    '',
    ...Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${typographic(summary)}`),
    '',
    typographic('Le détail et des exemples : hera <commande> --help. La version : hera --version'),
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
