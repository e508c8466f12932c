import { type Queued, queuedMessages, retryMessages } from '../server/mail/outbox-admin.ts'
import { shortTimeInParis } from '../server/paris-time.ts'
import { type Command, UsageError } from './command.ts'
import { counted } from './terminal.ts'

export const outbox: Command = {
  summary: 'Montre les e-mails qui ne sont pas partis, et les fait repartir.',
  usage: 'list [--all] | retry [numéro]',
  words: 2,
  help: `--all montre aussi ceux qui sont partis. « retry » sans numéro fait repartir tous ceux qui attendent ou ont échoué ;
le site les envoie dans les minutes qui suivent.

  npx hera outbox list
  npx hera outbox retry
  npx hera outbox retry 12`,
  options: { all: { type: 'boolean' } },
  run({ terminal, db, clock }, { positionals: [action, number], values }) {
    if (action === 'list') {
      const rows = queuedMessages(db(), values.all === true).map((message) => [
        String(message.id),
        shortTimeInParis(message.created_at),
        message.kind,
        message.reference,
        message.recipient ?? 'vous',
        String(message.attempts),
        stateOf(message),
        message.last_error ?? '',
      ])
      terminal.table(['N°', 'Écrit', 'Genre', 'Référence', 'À', 'Essais', 'État', 'Erreur'], rows)
      if (rows.length === 0) terminal.note('Aucun e-mail en attente.')
      return undefined
    }
    if (action !== 'retry' || (number !== undefined && !/^\d{1,15}$/.test(number)))
      throw new UsageError('Écrivez list, ou retry avec ou sans numéro.')
    const count = retryMessages(db(), clock, number === undefined ? undefined : Number(number))
    terminal.note(`${counted(count, 'e-mail repart', 'e-mails repartent')}.`)
    return count > 0 || number === undefined ? 0 : 1
  },
}

function stateOf({ sent_at, failed_at, held, next_attempt_at }: Queued): string {
  if (sent_at) return `parti ${shortTimeInParis(sent_at)}`
  if (failed_at) return 'refusé'
  return held ? 'retenu' : `attend ${shortTimeInParis(next_attempt_at)}`
}
