import { outcomeNamed } from '../../../forms/outcomes.ts'
import { handlePage, seeOther, unknownAction } from '../../http/answer-page.ts'
import { deleteLeads, findLead, formOf, releaseLead } from '../../leads/leads.ts'
import { addNote, assign, close, NOTE_MAX, noteAnswered, putOff, receive } from '../../leads/turn.ts'
import { daysAfter, instantInParis, startOfDayInParis } from '../../paris-time.ts'
import { DESK } from '../access/destination.ts'
import { change, othersOf, todayOf } from '../desk.ts'
import { nextLead } from '../lists.ts'
import { sendAnswer, takeBack } from './answers.ts'
import { readConversation } from './conversation.ts'
import { done, type LeadPage, type Post, pageOf, refused, type Said, said, textOf } from './lead-page.ts'
import { correctTo, keepUntil, setObjection, setSuspended, unsubscribe } from './rights.ts'

/**
 * Handles the page of a conversation: shows it, or performs the act of the button (field `action`; the part after a
 * colon is its argument). An answer, a delay and a hand-over open the next conversation.
 */
export function answerLead(asked: Omit<Post, 'input'>): Promise<Response | LeadPage> {
  return handlePage<LeadPage>(asked.request, {
    show: () => pageOf({ ...asked, input: {} }),
    post: (input) => act({ ...asked, input }),
  })
}

function act(post: Post): Response | LeadPage | Promise<Response | LeadPage> {
  const { desk, lead, input } = post
  const { db, clock, author } = desk
  const { reference } = lead
  const [action = '', what = ''] = textOf(post, 'action').split(/:(.*)/s)
  switch (action) {
    case 'repondre':
      return sendAnswer(post, false)
    case 'envoyee':
      return sendAnswer(post, true)
    case 'annuler':
      return takeBack(post)
    case 'modele': {
      const page = pageOf({ ...post, input: { ...input, suite: what } })
      const reponse = [textOf(post, 'reponse'), page.chosen?.text].filter(Boolean).join('\n\n')
      return { ...page, typed: { ...page.typed, reponse } }
    }
    case 'plus-tard':
      return delay(post, what)
    case 'confier':
      return handOver(post, what)
    case 'note': {
      const note = textOf(post, 'note')
      const fault = note ? noteFault(note) : 'Écrivez la note avant de la garder.'
      if (fault) return said(post, refused(fault, 'note'))
      change(desk, () => addNote(db, clock, reference, note, author))
      return said({ ...post, input: { ...input, note: '' } }, done('La note est gardée.'))
    }
    case 'recu':
      return paste(post)
    case 'issue': {
      const outcome = outcomeNamed(what) ?? null
      if (outcome && !formOf(lead).outcomes.includes(outcome)) return unknownAction(post.request)
      change(desk, () => close(db, clock, lead, outcome, author))
      return said(post, done(outcome ? 'C’est noté.' : 'La demande est rouverte.'))
    }
    case 'repondu':
      change(desk, () => noteAnswered(db, clock, reference, author))
      return said(post, done('C’est noté : elle n’attend plus.'))
    case 'sans-rappel':
      change(desk, () => putOff(db, clock, reference, null, author))
      return said(post, done('Le rappel est retiré.'))
    case 'liberer':
      change(desk, () => releaseLead(db, reference))
      return said(post, done('L’envoi n’est plus suspect : ses e-mails partent.'))
    case 'jeter':
      if (!readConversation(desk, reference)?.isDisposable) return said(post, refused('Cette demande ne se jette pas.'))
      change(desk, () => deleteLeads(db, [lead]))
      return seeOther(`${DESK}?fait=jetee`)
    case 'corriger':
      return exercised(post, correctTo(desk, lead, textOf(post, 'adresse')))
    case 'desinscrire':
      return exercised(post, unsubscribe(desk, lead, what))
    case 'opposition':
      return exercised(post, setObjection(desk, lead, what === 'oui'))
    case 'suspendre':
      return exercised(post, setSuspended(desk, lead, what === 'oui'))
    case 'garder':
      return exercised(post, keepUntil(desk, lead, textOf(post, 'garder_jusquau')))
    default:
      return unknownAction(post.request)
  }
}

/** @param when `demain`, `lundi` or `jour`, the typed one */
function delay(post: Post, when: string): Response | LeadPage {
  const { desk, lead } = post
  const { db, clock, author } = desk
  const [today, typed, why] = [todayOf(desk), textOf(post, 'jour'), textOf(post, 'pourquoi')]
  const toMonday = 7 - ((new Date(today).getUTCDay() + 6) % 7)
  const chosen = startOfDayInParis(typed) && typed > today ? typed : undefined
  const day = when === 'demain' ? daysAfter(today, 1) : when === 'lundi' ? daysAfter(today, toMonday) : chosen
  if (!day) return said(post, refused('Choisissez un jour à venir.', 'jour'))
  const fault = noteFault(why)
  if (fault) return said(post, refused(fault, 'jour'))
  change(desk, () => {
    if (why) addNote(db, clock, lead.reference, why, author)
    putOff(db, clock, lead.reference, day, author)
  })
  return onward(post, 'plus-tard', 'C’est remis à plus tard.')
}

function handOver(post: Post, address: string): Response | LeadPage {
  const { desk, lead } = post
  const { form, reference } = lead
  const to = othersOf(desk).find((other) => other.address === address)
  if (!to) return unknownAction(post.request)
  change(desk, () => {
    assign(desk.db, desk.clock, reference, to.address, desk.author)
    desk.mail?.outbox.add({ kind: 'handed', form, reference, recipient: to.address })
  })
  return onward(post, 'confiee', `C’est confié à ${to.name}, qui reçoit un e-mail.`)
}

/** Adds what the person wrote elsewhere to the thread. */
function paste(post: Post): LeadPage {
  const { desk, lead, input } = post
  const { db, clock, author } = desk
  const [text, day] = [textOf(post, 'recu'), textOf(post, 'recu_le')]
  const noon = day && instantInParis(`${day}T12:00`)
  if (!text) return said(post, refused('Collez ce que la personne a écrit.', 'recu'))
  if (noon === undefined)
    return said(post, refused('Cette date n’existe pas : choisissez un jour du calendrier.', 'recu'))
  const now = clock().toISOString()
  change(desk, () => receive(db, { reference: lead.reference, at: noon && noon < now ? noon : now, text, author }))
  return said({ ...post, input: { ...input, recu: '' } }, done('Sa réponse est dans le fil.'))
}

function noteFault({ length }: string): string | undefined {
  if (length <= NOTE_MAX) return undefined
  return `La note compte ${length.toLocaleString('fr-FR')} caractères : ramenez-la à ${NOTE_MAX.toLocaleString('fr-FR')} au plus.`
}

/** Opens the next conversation, unless an answer was begun, which without a script only this page holds. */
function onward(post: Post, fait: string, text: string): Response | LeadPage {
  if (textOf(post, 'reponse')) return said(post, done(text))
  const next = nextLead(post.desk, post.lead.reference)
  return seeOther(`${DESK}${next ? `/${next.reference}` : ''}?fait=${fait}`)
}

/** Shows the result of a right; an objection may have deleted the sign-up that the page showed. */
function exercised(post: Post, result: Said): Response | LeadPage {
  return findLead(post.desk.db, post.lead.reference) ? said(post, result) : seeOther(`${DESK}?fait=retiree`)
}
