import { resolve } from 'node:path'
import { systemdHost } from '../server/operations/releases/host.ts'
import { installedIn } from '../server/operations/releases/release.ts'
import { upgrade } from '../server/operations/releases/upgrade.ts'
import { type Command, UsageError } from './command.ts'

export const upgradeCommand: Command = {
  summary: 'Installe une nouvelle version et redémarre ; revient seule à l’ancienne si la nouvelle ne répond pas.',
  usage: 'ARCHIVE',
  help: `L’archive est celle de « npm run release ». Elle est dépliée et essayée à côté, et met à jour une copie de la base ;
le site ne s’arrête qu’ensuite, le temps d’un redémarrage. La base est copiée avant d’être mise à jour. La version précédente est gardée : « hera rollback » y revient.

  hera upgrade hera-1.1.0-20261122-0918-27063b5-linux-x64.tar.gz`,
  async run({ terminal, config }, { positionals: [archive] }) {
    if (!archive) throw new UsageError('Indiquez l’archive de la nouvelle version.')
    const { name } = await upgrade(installedIn(), resolve(archive), systemdHost(config))
    terminal.note(`${name} est en service et répond. Si quelque chose ne va pas : hera rollback`)
  },
}
