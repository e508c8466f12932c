import { KINDS } from '../server/all-kinds.ts'
import { counted } from '../server/counted.ts'
import { isServed } from '../server/database/serving-lock.ts'
import { ExpectedError } from '../server/expected-error.ts'
import { messageState } from '../server/mail/describe-message.ts'
import { labelOf } from '../server/mail/kinds.ts'
import { deleteMessage, queuedMessages, retryMessages, serverFailure } from '../server/mail/outbox-admin.ts'
import { shortTimeInParis } from '../server/paris-time.ts'
import { type Command, type Context, needNumber, UsageError } from './command.ts'
import { policyOf } from './installation.ts'

const NEEDS_NUMBER = 'Un e-mail se désigne par son numéro, par exemple 12.'

export const outbox: Command = {
  summary: 'Montre les e-mails qui attendent et pourquoi, les fait partir, en supprime.',
  usage: '[list [--all]] | retry [numéro | --held] | delete <numéro>',
  words: 2,
  help: `--all montre aussi ceux qui sont partis, et ceux des lettres (« hera letter list » les compte). « retry » sans numéro fait partir tous ceux qui attendent ou ont été
abandonnés ; avec un numéro, celui-là, même retenu ; --held, tous ceux que leur boîte ou leur réseau a fait retenir (les
envois suspects se libèrent par « hera spam »). Le site qui tourne les envoie aussitôt, dans la limite de l’heure.

  hera outbox
  hera outbox retry
  hera outbox retry 12
  hera outbox retry --held
  hera outbox delete 12`,
  options: { all: { type: 'boolean' }, held: { type: 'boolean' } },
  run(context, { positionals: [action = 'list', number], values }) {
    if (action === 'list') return list(context, values.all === true)
    if (action === 'retry') return retry(context, number, values.held === true)
    if (action === 'delete' && number !== undefined) return remove(context, number)
    throw new UsageError('Écrivez list, retry avec ou sans numéro, ou delete avec un numéro.')
  },
}

function list(context: Context, all: boolean): undefined {
  const { terminal, db, config } = context
  // The running site may have settings that this command was not given.
  const known = config.mail !== undefined || isServed(config.databasePath)
  const policy = known ? policyOf(context) : undefined
  const rows = queuedMessages(db(), all).map((message) => [
    String(message.id),
    shortTimeInParis(message.created_at),
    labelOf(KINDS, message.kind),
    message.reference,
    message.recipient ?? 'vous',
    String(message.attempts),
    messageState(message, policy),
    message.last_error ?? '',
  ])
  const shown = terminal.table(['N°', 'Écrit', 'Genre', 'Référence', 'À', 'Essais', 'État', 'Erreur'], rows)
  if (shown === 0) terminal.note('Aucun e-mail en attente.')
  const failure = serverFailure(db())
  if (failure) terminal.note(`Le serveur d’e-mail ne prend rien : ${failure}. Pour l’essayer : hera mail test`)
}

function retry({ terminal, db, clock, config }: Context, number: string | undefined, held: boolean): number {
  if (held && number !== undefined) throw new UsageError('Donnez un numéro ou --held, pas les deux.')
  const which = number === undefined ? (held ? 'held' : 'waiting') : { id: needNumber(number, NEEDS_NUMBER) }
  const count = retryMessages(db(), clock, which)
  const when = isServed(config.databasePath)
    ? 'maintenant, dans la limite de l’heure'
    : 'au démarrage du site, qui ne tourne pas'
  terminal.note(`${counted(count, 'e-mail repart', 'e-mails repartent')}${count > 0 ? ` ${when}` : ''}.`)
  return count > 0 || number === undefined ? 0 : 1
}

function remove({ terminal, db }: Context, number: string): undefined {
  if (!deleteMessage(db(), needNumber(number, NEEDS_NUMBER)))
    throw new ExpectedError(`Aucun e-mail en attente ne porte le n° ${number}.`)
  terminal.note(`L’e-mail n° ${number} est supprimé.`)
}
