import { recipientsOf } from '../server/config.ts'
import { counted } from '../server/counted.ts'
import { isServed } from '../server/database/serving-lock.ts'
import { ExpectedError } from '../server/expected-error.ts'
import { trialMail, trySending } from '../server/mail/direct-mail.ts'
import { retryMessages } from '../server/mail/outbox-admin.ts'
import { type Command, type Context, needEmail, originOf, UsageError } from './command.ts'

export const mail: Command = {
  summary: 'Essaie l’envoi des e-mails, et dit ce qui ne va pas.',
  usage: 'test [adresse] | retry',
  words: 2,
  help: `« test » se connecte au serveur d’e-mail, s’identifie et envoie un message d’essai, à l’adresse donnée ou à celles de
MAIL_TO. Ce qui échoue est dit, et comment y remédier : nom, port, TLS, connexion, expéditeur, destinataire, message.
« retry » fait partir tout ce qui attend ou a échoué ; le site qui tourne l’envoie aussitôt, dans la limite de l’heure.

  hera mail test
  hera mail test moi@exemple.fr
  hera mail retry`,
  run(context, { positionals: [action, subject] }) {
    if (action === 'test') return test(context, subject)
    if (action === 'retry') return retry(context)
    throw new UsageError('Écrivez test, avec ou sans adresse, ou retry.')
  },
}

async function test(context: Context, address: string | undefined): Promise<number> {
  const { terminal } = context
  const mail = needMail(context)
  const recipients = address === undefined ? recipientsOf(mail, '') : [needEmail(address)]
  let failures = 0
  for (const to of recipients) {
    const failed = await trySending(mail, to, trialMail(originOf(context)))
    const sent = `Message remis au serveur pour ${to}. Vérifiez qu’il arrive, et pas dans les indésirables.`
    terminal.print(failed ? `✗ ${failed}` : `✓ ${sent}`)
    if (failed) failures += 1
  }
  return failures > 0 ? 1 : 0
}

function retry({ terminal, db, clock, config }: Context): undefined {
  const count = retryMessages(db(), clock)
  const when = isServed(config.databasePath)
    ? 'maintenant, dans la limite de l’heure'
    : 'au démarrage du site, qui ne tourne pas'
  terminal.note(`${counted(count, 'e-mail repart', 'e-mails repartent')}${count > 0 ? ` ${when}` : ''}.`)
}

function needMail({ config }: Context) {
  if (!config.mail) throw new ExpectedError('SMTP_URL n’est pas défini : aucun e-mail ne part.')
  return config.mail
}
