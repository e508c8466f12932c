import { DESK_LINK_MIN } from '../browser/timings.ts'
import { DESK, signInLink } from '../server/desk/access/destination.ts'
import { newLink } from '../server/desk/access/sessions.ts'
import { BY_SERVER_LINK } from '../server/leads/authors.ts'
import { systemRandom } from '../server/tokens.ts'
import { type Command, originOf } from './command.ts'

export const desk: Command = {
  summary: 'Donne un lien pour entrer dans le bureau (/bureau).',
  usage: '',
  words: 0,
  help: `Le lien sert une fois et reste valable ${DESK_LINK_MIN} minutes : donnez-le à une personne de confiance. Elle lira tout
ce que le site a reçu. Là où le site envoie des e-mails, la maison en demande elle-même à l’adresse /bureau ; « La
maison » y déconnecte tous les appareils.

  hera desk`,
  run(context) {
    const { terminal, db, clock } = context
    terminal.print(signInLink(originOf(context), newLink(db(), clock, systemRandom, DESK, BY_SERVER_LINK)))
    terminal.note(`Ce lien sert une fois, dans les ${DESK_LINK_MIN} minutes.`)
  },
}
