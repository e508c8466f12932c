import { outcomeNamed } from '../../../forms/outcomes.ts'
import { seeOther } from '../../http/answer-page.ts'
import { deleteLeads, findLead, formOf, releaseLead } from '../../leads/leads.ts'
import { threadOf } from '../../leads/thread.ts'
import { addNote, assign, close, NOTE_MAX, noteAnswered, putOff, RECEIVED_MAX, receive } from '../../leads/turn.ts'
import { daysAfter, instantInParis, startOfDayInParis } from '../../paris-time.ts'
import { DESK } from '../access/destination.ts'
import { change, othersOf, textOf, todayOf } from '../desk.ts'
import { openNext } from '../lists.ts'
import { isDisposable } from './conversation.ts'
import { type Done, done, type NamedAct, type Post, refused, tooLong } from './lead-page.ts'

/** What the house does with a lead beside answering it. A delay and a hand-over open the next conversation. */
export const turnActs: readonly NamedAct[] = [
  ['plus-tard', delay],
  ['confier', handOver],
  ['note', keepNote],
  ['recu', paste],
  ['issue', end],
  ['repondu', noteCall],
  ['sans-rappel', dropReminder],
  ['liberer', release],
  ['jeter', throwAway],
]

/** @param when `demain`, `lundi` or `jour`, the typed one */
function delay(post: Post, when: string): Done {
  const { desk, lead } = post
  const [today, typed, why] = [todayOf(desk), textOf(post, 'jour'), textOf(post, 'pourquoi')]
  const toMonday = 7 - ((new Date(today).getUTCDay() + 6) % 7)
  const chosen = startOfDayInParis(typed) && typed > today ? typed : undefined
  const day = when === 'demain' ? daysAfter(today, 1) : when === 'lundi' ? daysAfter(today, toMonday) : chosen
  if (!day) return refused('Choisissez un jour à venir.', 'jour')
  const fault = tooLong('La note', why, NOTE_MAX)
  if (fault) return refused(fault, 'jour')
  change(desk, () => {
    if (why) addNote(desk, lead.reference, why)
    putOff(desk, lead.reference, day)
  })
  return onward(post, 'plus-tard', 'C’est remis à plus tard.')
}

function handOver(post: Post, address: string): Done {
  const { desk, lead } = post
  const { form, reference } = lead
  const to = othersOf(desk).find((other) => other.address === address)
  if (!to) return undefined
  change(desk, () => {
    // Pressed twice, it tells once.
    if (findLead(desk.db, reference)?.assigned_to === to.address) return
    assign(desk, reference, to)
    desk.mail?.outbox.add({ kind: 'handed', form, reference, recipient: to.address })
  })
  return onward(post, 'confiee', `C’est confié à ${to.name}, qui reçoit un e-mail.`)
}

/** Opens the next conversation, unless an answer was begun, which without a script only this page holds. */
function onward(post: Post, fait: string, text: string): Done {
  if (textOf(post, 'reponse')) return done(text)
  return openNext(post.desk, post.lead.reference, { fait })
}

function keepNote(post: Post): Done {
  const { desk, lead } = post
  const note = textOf(post, 'note')
  const fault = note ? tooLong('La note', note, NOTE_MAX) : 'Écrivez la note avant de la garder.'
  if (fault) return refused(fault, 'note')
  change(desk, () => addNote(desk, lead.reference, note))
  return done('La note est gardée.', { typed: { note: '' } })
}

/** Days after which nothing is pasted any more: a year such as 0026 is a typing mistake, from which nothing counts. */
const PASTED_DAYS = 366

/** Adds what the person wrote elsewhere to the thread. */
function paste(post: Post): Done {
  const { desk, lead } = post
  const { db, clock, author } = desk
  const today = todayOf(desk)
  const [text, day] = [textOf(post, 'recu'), textOf(post, 'recu_le') || today]
  const noon = day > daysAfter(today, -PASTED_DAYS) ? instantInParis(`${day}T12:00`) : undefined
  const fault = text ? tooLong('Sa réponse', text, RECEIVED_MAX) : 'Collez ce que la personne a écrit.'
  if (fault) return refused(fault, 'recu')
  if (noon === undefined) return refused('Cette date n’existe pas, ou remonte à plus d’un an : vérifiez-la.', 'recu')
  // Of today it comes after all that was said.
  const at = day < today ? noon : clock().toISOString()
  change(desk, () => receive(db, { reference: lead.reference, at, text, author }))
  return done('Sa réponse est dans le fil.', { typed: { recu: '' } })
}

/** @param name of the outcome; '' to open the lead again */
function end({ desk, lead }: Post, name: string): Done {
  const outcome = outcomeNamed(name) ?? null
  if (name && !(outcome && formOf(lead).outcomes.includes(outcome))) return undefined
  change(desk, () => close(desk, lead, outcome))
  return done(outcome ? 'C’est noté.' : 'La demande est rouverte.')
}

function noteCall({ desk, lead }: Post): Done {
  change(desk, () => noteAnswered(desk, lead.reference))
  return done('C’est noté : cette demande n’attend plus de réponse.')
}

function dropReminder({ desk, lead }: Post): Done {
  change(desk, () => putOff(desk, lead.reference, null))
  return done('Le rappel est retiré.')
}

/** A suspected lead is a real one. */
function release({ desk, lead }: Post): Done {
  change(desk, () => releaseLead(desk.db, lead.reference))
  return done('L’envoi n’est plus suspect : ses e-mails partent.')
}

function throwAway({ desk, lead }: Post): Done {
  if (!isDisposable(lead, threadOf(desk.db, lead.reference)))
    return refused('Cette demande ne se jette pas. Pour tout effacer : « Effacer ses données », dans « Plus ».')
  change(desk, () => deleteLeads(desk.db, [lead]))
  return seeOther(`${DESK}?fait=jetee`)
}
