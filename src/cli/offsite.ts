import { resolve } from 'node:path'
import { counted } from '../server/counted.ts'
import { ExpectedError } from '../server/expected-error.ts'
import { createRepository, fetchLatest, send, trialRestore } from '../server/operations/backup/offsite.ts'
import { type Command, UsageError } from './command.ts'
import { recordingFailure } from './installation.ts'

const USAGE = 'Écrivez init, send, trial ou fetch avec un dossier.'

export const offsite: Command = {
  summary: 'Envoie des copies chiffrées hors de cette machine, par restic, et les essaie.',
  usage: 'init | send [DOSSIER…] | trial | fetch DOSSIER',
  words: Number.POSITIVE_INFINITY,
  help: `restic lit RESTIC_REPOSITORY et RESTIC_PASSWORD (/etc/hera/ailleurs.env). « init » crée le dépôt, une fois. « send » envoie la
base, sa clé et ses effacements, avec les dossiers nommés ; chaque heure, par hera-ailleurs.timer. « trial » restaure la
dernière copie à blanc ; chaque mois, par hera-essai.timer. « fetch » la rapporte dans un dossier, pour « hera restore ».

  hera offsite init
  hera offsite send /etc/hera /opt/hera/current
  hera offsite trial
  hera offsite fetch /var/lib/hera/rapport`,
  async run(context, { positionals: [action, ...folders] }) {
    const { terminal, db, clock, config } = context
    const path = config.databasePath
    if (!['init', 'send', 'trial', 'fetch'].includes(String(action))) throw new UsageError(USAGE)
    const { RESTIC_REPOSITORY, RESTIC_REPOSITORY_FILE } = process.env
    // Before any run: its failure would be recorded as that of copies that do not exist.
    if (!RESTIC_REPOSITORY && !RESTIC_REPOSITORY_FILE)
      throw new ExpectedError('RESTIC_REPOSITORY manque dans /etc/hera/ailleurs.env.')
    if (action === 'init' && folders.length === 0) {
      createRepository()
      terminal.note(
        'Le dépôt est prêt. Gardez son mot de passe ailleurs que sur cette machine : sans lui, rien ne se lit.',
      )
    } else if (action === 'send') {
      await recordingFailure(context, 'offsite', () => send(db(), path, folders, clock))
      terminal.note('La copie est partie.')
    } else if (action === 'trial' && folders.length === 0) {
      const leads = await recordingFailure(context, 'trial', () => trialRestore(db(), path, clock))
      terminal.note(`La dernière copie se restaure : ${counted(leads, 'demande')}.`)
    } else if (action === 'fetch' && folders.length === 1) {
      terminal.note(`La copie est là. Pour la remettre : hera restore ${fetchLatest(path, resolve(folders[0] ?? ''))}`)
    } else throw new UsageError(USAGE)
  },
}
