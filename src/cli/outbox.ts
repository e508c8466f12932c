import { MAIL_PER_HOUR } from '../server/config.ts'
import { isServed } from '../server/database/serving-lock.ts'
import { openPolicy } from '../server/mail/open.ts'
import {
  deleteMessage,
  type Queued,
  queuedMessages,
  retryMessages,
  serverFailure,
} from '../server/mail/outbox-admin.ts'
import type { Hold, Policy } from '../server/mail/policy.ts'
import { shortTimeInParis } from '../server/paris-time.ts'
import { type Command, CommandError, type Context, UsageError } from './command.ts'
import { counted } from './terminal.ts'

export const outbox: Command = {
  summary: 'Montre les e-mails qui attendent et pourquoi, les fait partir, en supprime.',
  usage: '[list [--all]] | retry [numéro] | delete <numéro>',
  words: 2,
  help: `--all montre aussi ceux qui sont partis, et ceux des lettres (« hera letter list » les compte). « retry » sans numéro fait partir tous ceux qui attendent ou ont été
abandonnés ; avec un numéro, celui-là, même retenu. Le site qui tourne les envoie aussitôt, dans la limite de l’heure.

  hera outbox
  hera outbox retry
  hera outbox retry 12
  hera outbox delete 12`,
  options: { all: { type: 'boolean' } },
  run(context, { positionals: [action = 'list', number], values }) {
    if (action === 'list') return list(context, values.all === true)
    if (action === 'retry') return retry(context, number)
    if (action === 'delete' && number !== undefined) return remove(context, number)
    throw new UsageError('Écrivez list, retry avec ou sans numéro, ou delete avec un numéro.')
  },
}

function list(context: Context, all: boolean): undefined {
  const { terminal, db } = context
  const stateOf = describer(context)
  const rows = queuedMessages(db(), all).map((message) => [
    String(message.id),
    shortTimeInParis(message.created_at),
    KINDS[message.kind],
    message.reference,
    message.recipient ?? 'vous',
    String(message.attempts),
    stateOf(message),
    message.last_error ?? '',
  ])
  const shown = terminal.table(['N°', 'Écrit', 'Genre', 'Référence', 'À', 'Essais', 'État', 'Erreur'], rows)
  if (shown === 0) terminal.note('Aucun e-mail en attente.')
  const failure = serverFailure(db())
  if (failure) terminal.note(`Le serveur d’e-mail ne prend rien : ${failure}. Pour l’essayer : hera mail test`)
  return undefined
}

function retry({ terminal, db, clock, config }: Context, number: string | undefined): number {
  const count = retryMessages(db(), clock, number === undefined ? undefined : readNumber(number))
  const when = isServed(config.databasePath)
    ? 'le site les envoie maintenant, dans la limite de l’heure'
    : 'le site ne tourne pas, ils partiront à son démarrage'
  terminal.note(`${counted(count, 'e-mail repart', 'e-mails repartent')}${count > 0 ? ` : ${when}` : ''}.`)
  return count > 0 || number === undefined ? 0 : 1
}

function remove({ terminal, db }: Context, number: string): undefined {
  if (!deleteMessage(db(), readNumber(number)))
    throw new CommandError(`Aucun e-mail en attente ne porte le n° ${number}.`)
  terminal.note(`L’e-mail n° ${number} est supprimé.`)
  return undefined
}

function readNumber(number: string): number {
  if (!/^\d{1,15}$/.test(number)) throw new UsageError('Un e-mail se désigne par son numéro, par exemple 12.')
  return Number(number)
}

const KINDS: Readonly<Record<Queued['kind'], string>> = {
  withdrawal: 'rétractation',
  lead: 'demande',
  acknowledgement: 'accusé',
  confirmation: 'confirmation',
  welcome: 'bienvenue',
  letter: 'lettre',
}
const HOLDS: Readonly<Record<Hold, string>> = {
  suspected: 'retenu : envoi suspect',
  mailbox: 'retenu : cette boîte a reçu sa part du jour',
  network: 'retenu : trop de messages demandés d’un même réseau',
}
const FAILURES = { refused: 'refusé', expired: 'abandonné', restored: 'arrêté par la restauration' } as const

/** Gives what to say of a message's state; why it waits is known where e-mail is configured. */
function describer({ db, config, clock }: Context): (message: Queued) => string {
  // The site may have settings that this command was not given.
  const known = config.mail !== undefined || isServed(config.databasePath)
  const settings = config.mail ?? { to: [], toByForm: {}, perHour: MAIL_PER_HOUR }
  const policy = known ? openPolicy(db(), settings, clock) : undefined
  return (message) => {
    const { sent_at, sent_with, id, failure, hold, claimed_at } = message
    if (sent_at) {
      const together = sent_with === null || sent_with === id ? '' : `, réuni avec le n° ${sent_with}`
      return `parti ${shortTimeInParis(sent_at)}${together}`
    }
    if (failure) return FAILURES[failure]
    if (hold) return HOLDS[hold]
    if (claimed_at) return 'part en ce moment'
    return policy ? waitOf(policy, id) : 'attend que SMTP_URL soit défini'
  }
}

function waitOf(policy: Policy, id: number): string {
  const wait = policy.explain(id)
  if (wait.for === 'budget') return 'attend le budget de l’heure'
  if (wait.for === 'retry') return `nouvel essai ${shortTimeInParis(wait.at)}`
  if (wait.for === 'collection') return `réuni avec les autres demandes ${shortTimeInParis(wait.at)}`
  if (wait.for === 'withdrawals')
    return `réuni avec les accusés qui suivent le n° ${wait.after}, ${shortTimeInParis(wait.at)}`
  return 'attend son tour'
}
