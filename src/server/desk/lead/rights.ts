import { correctAddress } from '../../leads/correct.ts'
import { findLead, sendersOf, signUpState } from '../../leads/leads.ts'
import { endSignUp } from '../../leads/lists/consent.ts'
import { recordObjection } from '../../leads/person.ts'
import { addEvent, answerGoesAgain, keepUntil, setSuspended } from '../../leads/turn.ts'
import { messagesAbout } from '../../mail/outbox-admin.ts'
import { startOfDayInParis } from '../../paris-time.ts'
import { change, objectionsOf, textOf, todayOf } from '../desk.ts'
import { type Done, done, type NamedAct, type Post, refused } from './lead-page.ts'

/** What the law gives a person. */
export const rightsActs: readonly NamedAct[] = [
  ['corriger', correct],
  ['desinscrire', unsubscribe],
  ['opposition', object],
  ['suspendre', suspend],
  ['garder', keep],
]

/** Corrects the address of a lead; an answer that failed goes again, a sign-up is confirmed anew. */
function correct(post: Post): Done {
  const { desk, lead } = post
  const { db } = desk
  const { reference } = lead
  return change(desk, () => {
    const failed = () => messagesAbout(db, reference).filter(({ kind, failure }) => kind === 'reply' && failure)
    const before = failed()
    const fault = correctAddress(desk, lead, textOf(post, 'adresse'))
    if (fault) return refused(fault, 'adresse')
    const again = before.filter(({ id }) => !failed().some((message) => message.id === id))
    for (const { message_id } of again) answerGoesAgain(db, message_id)
    return done(again.length > 0 ? 'L’adresse est corrigée, et votre réponse repart.' : 'L’adresse est corrigée.')
  })
}

/** Ends a sign-up of the person of a lead, on request. */
function unsubscribe({ desk, lead }: Post, signUp: string): Done {
  const { db, clock } = desk
  return change(desk, () => {
    const found = findLead(db, signUp)
    if (found?.email.toLowerCase() !== lead.email.toLowerCase() || signUpState(found) === 'désinscrite')
      return refused('Cette inscription a déjà pris fin : il n’y avait plus rien à faire.')
    endSignUp(db, signUp, clock().toISOString())
    addEvent(desk, signUp, 'désinscription, à sa demande')
    return done('Cette personne ne reçoit plus rien de cette liste.')
  })
}

/** Records or lifts an objection (RGPD art. 21): neither letters nor notices go to any spelling of the mailbox. */
function object({ desk, lead }: Post, answer: string): Done {
  const { db } = desk
  if (answer !== 'oui' && answer !== 'non') return undefined
  const objects = answer === 'oui'
  const objections = objectionsOf(desk)
  if (objects) recordObjection(db, objections, lead.email)
  else objections.remove(lead.email)
  const what = objects ? 'opposition : ne plus lui écrire' : 'opposition levée'
  // The objection of a sign-up deletes it.
  if (findLead(db, lead.reference)) addEvent(desk, lead.reference, what)
  return done(
    objects
      ? 'C’est noté : ni lettre ni avis ne lui sont envoyés.'
      : 'L’opposition est levée. Rien n’est envoyé sans une nouvelle inscription.',
  )
}

/** Suspends the use of the data of a person, or resumes it (RGPD art. 18): kept, but in no list and no sending. */
function suspend({ desk, lead }: Post, answer: string): Done {
  if (answer !== 'oui' && answer !== 'non') return undefined
  const suspended = answer === 'oui'
  return change(desk, () => {
    for (const { reference } of sendersOf(desk.db, lead.email)) setSuspended(desk, reference, suspended)
    return done(suspended ? 'Ses données sont gardées, et ne sont plus utilisées.' : 'La suspension est levée.')
  })
}

/** Sets until when a lead is kept from the purge; an empty date removes it. */
function keep(post: Post): Done {
  const { desk, lead } = post
  const day = textOf(post, 'garder_jusquau')
  if (day && !startOfDayInParis(day))
    return refused('Cette date n’existe pas : choisissez un jour du calendrier.', 'garder_jusquau')
  if (day && day < todayOf(desk))
    return refused('Cette date est passée : choisissez un jour à venir.', 'garder_jusquau')
  return change(desk, () => {
    keepUntil(desk, lead.reference, day || null)
    return done(day ? 'La date est notée.' : 'La date est retirée.')
  })
}
