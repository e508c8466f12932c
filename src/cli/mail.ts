import { recipientsOf } from '../server/config.ts'
import { counted } from '../server/counted.ts'
import type { Task } from '../server/database/last-runs.ts'
import { isServed } from '../server/database/serving-lock.ts'
import { ExpectedError } from '../server/expected-error.ts'
import { sendAlert } from '../server/mail/direct-mail.ts'
import { retryMessages } from '../server/mail/outbox-admin.ts'
import { SmtpError } from '../server/mail/transport.ts'
import { trialMail, trySending } from '../server/mail/trial.ts'
import { type Command, type Context, needEmail, UsageError } from './command.ts'
import { noteFailure, originOf, stateOf } from './installation.ts'

/** Units of deploy/: the task that each runs, and a French sentence for its failure. */
const UNITS: Readonly<Record<string, { task?: Task; failure: string }>> = {
  'hera.service': { failure: 'le site s’est arrêté' },
  'hera-sauvegarde.service': { task: 'backup', failure: 'la sauvegarde a échoué' },
  'hera-ailleurs.service': { task: 'offsite', failure: 'la copie hors de la machine a échoué' },
  'hera-essai.service': { task: 'trial', failure: 'l’essai de restauration a échoué' },
}

export const mail: Command = {
  summary: 'Essaie l’envoi des e-mails, pas à pas, et dit ce qui ne va pas.',
  usage: 'test [adresse] | retry | alert <service>',
  words: 2,
  help: `« test » se connecte au serveur d’e-mail, s’identifie et envoie un message d’essai, à l’adresse donnée ou à celles de
MAIL_TO. Chaque pas est dit : nom, port, TLS, connexion, expéditeur, destinataire, message.
« retry » fait partir tout ce qui attend ou a échoué ; le site qui tourne l’envoie aussitôt, dans la limite de l’heure.
« alert » écrit à MAIL_TO et à MAIL_OPERATOR qu’un service de la machine a échoué ; systemd la lance.

  hera mail test
  hera mail test moi@exemple.fr
  hera mail retry
  hera mail alert essai`,
  run(context, { positionals: [action, subject] }) {
    if (action === 'test') return test(context, subject)
    if (action === 'retry') return retry(context)
    if (action === 'alert' && subject !== undefined) return alert(context, subject)
    throw new UsageError('Écrivez test, avec ou sans adresse, retry, ou alert avec le nom d’un service.')
  },
}

async function test(context: Context, address: string | undefined): Promise<number> {
  const { terminal } = context
  const mail = needMail(context)
  const recipients = address === undefined ? recipientsOf(mail, '') : [needEmail(address)]
  let failures = 0
  for (const to of recipients) {
    const { passed, failed } = await trySending(mail, to, trialMail(originOf(context)))
    for (const step of passed) terminal.print(`✓ ${step}`)
    if (failed) terminal.print(`✗ ${failed}`)
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

/** Prints the failure first, for the journal of systemd, even if no e-mail can be sent. */
async function alert(context: Context, service: string): Promise<undefined> {
  // A killed service could not record its failure itself.
  const { task, failure } = UNITS[service] ?? { failure: `${service} a échoué` }
  if (task) noteFailure(context.db, task, context.clock())
  const state = stateOf(context)
  context.terminal.note(`${service} a échoué.`)
  const failing = state.parts.filter(({ status }) => status === 'fail')
  for (const { title, sentence } of failing) context.terminal.note(`${title} : ${sentence}`)
  try {
    const to = await sendAlert(needMail(context), { failure, service }, failing, state.at, originOf(context))
    context.terminal.note(`L’alerte est partie à ${to.join(', ')}.`)
  } catch (error) {
    if (error instanceof SmtpError) throw new ExpectedError(`L’alerte n’est pas partie : ${error.detail}`)
    throw error
  }
}

function needMail({ config }: Context) {
  if (!config.mail) throw new ExpectedError('SMTP_URL n’est pas défini : aucun e-mail ne part.')
  return config.mail
}
