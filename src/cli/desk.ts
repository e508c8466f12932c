import { DESK_LINK_MIN } from '../browser/timings.ts'
import { DESK, signInLink } from '../server/desk/access/destination.ts'
import { createDeskSessions } from '../server/desk/access/sessions.ts'
import { ExpectedError } from '../server/expected-error.ts'
import { BY_SERVER_LINK } from '../server/leads/follow-up/authors.ts'
import { shortTimeInParis } from '../server/paris-time.ts'
import { systemRandom } from '../server/tokens.ts'
import { type Command, needNumber } from './command.ts'
import { originOf } from './installation.ts'

export const desk: Command = {
  summary: 'Donne un lien pour entrer dans le bureau (/bureau), et montre ou ferme les appareils connectés.',
  usage: '[--sessions] [--end NUMÉRO]',
  words: 0,
  help: `Le lien sert une fois et reste valable ${DESK_LINK_MIN} minutes : donnez-le à une personne de confiance. Elle lira tout
ce que le site a reçu. Là où le site envoie des e-mails, la maison en demande elle-même à l’adresse /bureau.

  hera desk
  hera desk --sessions
  hera desk --end 3`,
  options: { sessions: { type: 'boolean' }, end: { type: 'string' } },
  run(context, { values }) {
    const { terminal, db, clock } = context
    const sessions = createDeskSessions(db(), clock, systemRandom)
    if (values.end !== undefined) {
      const number = needNumber(values.end, '--end attend le numéro d’un appareil, par exemple 3.')
      if (!sessions.end(number)) throw new ExpectedError(`Aucun appareil connecté ne porte le n° ${number}.`)
      terminal.note(`L’appareil n° ${number} est déconnecté.`)
    } else if (values.sessions) {
      const open = sessions.list()
      terminal.table(
        ['N°', 'Appareil', 'Connecté', 'Vu'],
        open.map(({ id, device, openedAt, seenAt }) => [
          String(id),
          device,
          ...[openedAt, seenAt].map(shortTimeInParis),
        ]),
      )
      if (open.length === 0) terminal.note('Aucun appareil n’est connecté.')
    } else {
      terminal.print(signInLink(originOf(context), sessions.newLink(DESK, BY_SERVER_LINK)))
      terminal.note(`Ce lien sert une fois, dans les ${DESK_LINK_MIN} minutes.`)
    }
  },
}
