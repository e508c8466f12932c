import { readBuildManifest } from '../server/build-manifest.ts'
import { siteUrl } from '../server/config.ts'
import { houseOf } from '../server/mail/open.ts'
import { trialMail, trySending } from '../server/mail/trial.ts'
import { type Command, CommandError, type Context, needEmail, UsageError } from './command.ts'

export const mail: Command = {
  summary: 'Essaie l’envoi des e-mails, pas à pas, et dit ce qui ne va pas.',
  usage: 'test [adresse]',
  words: 2,
  help: `Se connecte au serveur d’e-mail, s’identifie et envoie un message d’essai, à l’adresse donnée ou à celles de MAIL_TO.
Chaque pas est dit : nom, port, TLS, connexion, expéditeur, destinataire, message.

  hera mail test
  hera mail test moi@exemple.fr`,
  async run(context, { positionals: [action, address] }) {
    if (action !== 'test') throw new UsageError('Écrivez test, avec ou sans adresse.')
    const { config, terminal } = context
    if (!config.mail) throw new CommandError('SMTP_URL n’est pas défini : aucun e-mail ne part.')
    const recipients = address === undefined ? houseOf(config.mail, '') : [needEmail(address)]
    let failures = 0
    for (const to of recipients) {
      const { passed, failed } = await trySending(config.mail, to, trialMail(originOf(context)))
      for (const step of passed) terminal.print(`✓ ${step}`)
      if (failed) terminal.print(`✗ ${failed}`)
      if (failed) failures += 1
    }
    return failures > 0 ? 1 : 0
  },
}

/** Where the site is, by its build or else by the configuration. */
function originOf({ config }: Context): string {
  try {
    return readBuildManifest(new URL('../../dist/', import.meta.url)).siteUrl
  } catch {
    return siteUrl(config)
  }
}
