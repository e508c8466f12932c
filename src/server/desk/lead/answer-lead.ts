import { clean } from '../../../forms/answer-schema.ts'
import { type Outcome, outcomeNamed } from '../../../forms/outcomes.ts'
import { handlePage, seeOther, unknownAction } from '../../http/answer-page.ts'
import type { Input } from '../../http/request-body.ts'
import { authorName } from '../../leads/authors.ts'
import { findLead, formOf, type Lead } from '../../leads/leads.ts'
import { type AnswerFile, lastSaid, type ThreadRow } from '../../leads/thread.ts'
import { addNote, assign, close, NOTE_MAX, noteAnswered, putOff, receive } from '../../leads/turn.ts'
import { clockTime, daysAfter, instantInParis, startOfDayInParis } from '../../paris-time.ts'
import { DESK } from '../access/destination.ts'
import { change, type Desk, objectionsOf, othersOf, todayOf } from '../desk.ts'
import { nextLead } from '../lists.ts'
import { REPLY_MAX, sendAnswer, takeBack } from './answers.ts'
import { readAttachment } from './attachment.ts'
import { type Conversation, readConversation } from './conversation.ts'
import { correctAddress, keepUntil, type Said, setObjection, setSuspended, unsubscribe } from './rights.ts'
import { discard, release } from './suspected.ts'

/** A prepared answer with its placeholders filled. */
export interface Prepared {
  id: string
  title: string
  text: string
  /** How the lead ends when it is sent. */
  outcome: Outcome | undefined
  /** Day on which the lead comes back, AAAA-MM-JJ. */
  remindOn: string | undefined
  /** True if the conditions of sale and the withdrawal form go with it. */
  carriesTerms: boolean
}

/** State of the page of a conversation. */
export interface LeadPage extends Conversation {
  status: number
  /** Result of an act, in French; `field` is that of a refusal. */
  message?: (Said & { field?: Field | undefined }) | undefined
  /** What was typed; a script of the page prefers what the browser kept. */
  typed: Readonly<Partial<Record<Field, string>>>
  /** Prepared answer whose outcome, reminder and files go with the answer. */
  chosen?: Prepared | undefined
  /** Id of the last message or answer that the page shows. */
  seen: number
  /** True if the person objects to e-mail, so that only a second press sends the answer. */
  asksAgain?: boolean
  /** True if the text is ready to be sent with the owner's own mail program. */
  readyToMail?: boolean
}

/** A field that may be refused. */
type Field = 'reponse' | 'fichier' | 'note' | 'jour' | 'recu' | 'adresse' | 'garder_jusquau'

export interface LeadNeeds {
  prepared: (lead: Lead) => Promise<readonly Prepared[]>
  /** Returns the conditions of sale and the withdrawal form as one file. */
  terms: () => Promise<AnswerFile>
}

/** A submitted form of the page. */
interface Post extends LeadNeeds {
  request: Request
  desk: Desk
  lead: Lead
  input: Input
}

/** A gap of a prepared answer that must be filled. */
const GAP = /\[à compléter[^\]]*\]/i
const SUSPENDED =
  'Ses données sont suspendues à sa demande : levez la suspension, dans « Plus », avant de lui répondre.'
const OBJECTS =
  'Cette personne a demandé qu’on ne lui écrive plus. Si elle attend pourtant cette réponse, appuyez de nouveau.'
const TOO_LATE = 'Trop tard : votre réponse est partie.'

/**
 * Handles the page of a conversation: shows it, or performs the act of the button (field `action`; the part after a
 * colon is its argument). An answer, a delay and a hand-over open the next conversation. Returns undefined for an
 * unknown reference.
 */
export async function answerLead(
  request: Request,
  reference: string | undefined,
  desk: Desk,
  needs: LeadNeeds,
): Promise<Response | LeadPage | undefined> {
  const lead = findLead(desk.db, reference ?? '')
  if (!lead) return undefined
  return handlePage<LeadPage>(request, {
    show: () => pageOf(desk, lead, {}),
    post: (input) => act({ ...needs, request, desk, lead, input }),
  })
}

async function act(post: Post): Promise<Response | LeadPage> {
  const { desk, lead, input } = post
  const { db, clock, author } = desk
  const { reference } = lead
  const [action = '', what = ''] = String(input.action ?? '').split(/:(.*)/s)
  const text = (name: string) => String(clean(input[name]) ?? '')
  switch (action) {
    case 'repondre':
      return answer(post, false)
    case 'envoyee':
      return answer(post, true)
    case 'annuler': {
      const back = takeBack(desk, Number(input.reponse_id))
      const of = findLead(db, back?.reference ?? reference) ?? lead
      if (!back) return pageOf(desk, of, { message: { text: TOO_LATE, good: false } })
      const message = { text: 'Votre réponse n’est pas partie : la voici.', good: true }
      return pageOf(desk, of, { message, typed: { reponse: back.text } })
    }
    case 'modele': {
      const chosen = (await post.prepared(lead)).find(({ id }) => id === what)
      const reponse = [text('reponse'), chosen?.text].filter(Boolean).join('\n\n')
      return pageOf(desk, lead, { typed: { ...typedOf(input), reponse }, chosen })
    }
    case 'plus-tard': {
      const day = dayOf(what, text('jour'), todayOf(desk))
      if (!day) return refused(post, 'Choisissez un jour à venir.', 'jour')
      if (text('pourquoi').length > NOTE_MAX) return refused(post, noteTooLong(text('pourquoi')), 'jour')
      change(desk, () => {
        if (text('pourquoi')) addNote(db, clock, reference, text('pourquoi'), author)
        putOff(db, clock, reference, day, author)
      })
      return onward(post, 'plus-tard', 'C’est remis à plus tard.')
    }
    case 'confier': {
      const to = othersOf(desk).find(({ address }) => address === what)
      if (!to) return unknownAction(post.request)
      change(desk, () => {
        assign(db, clock, reference, to.address, author)
        const recipient = to.address
        desk.mail?.outbox.add({ kind: 'handed', form: lead.form, reference, recipient })
      })
      return onward(post, 'confiee', `C’est confié à ${to.name}, qui reçoit un e-mail.`)
    }
    case 'note':
      if (!text('note')) return refused(post, 'Écrivez la note avant de la garder.', 'note')
      if (text('note').length > NOTE_MAX) return refused(post, noteTooLong(text('note')), 'note')
      change(desk, () => addNote(db, clock, reference, text('note'), author))
      return stay({ ...post, input: { ...input, note: '' } }, { text: 'La note est gardée.', good: true })
    case 'recu': {
      const at = text('recu_le') && instantInParis(`${text('recu_le')}T12:00`)
      if (!text('recu')) return refused(post, 'Collez ce que la personne a écrit.', 'recu')
      if (at === undefined) return refused(post, 'Cette date n’existe pas : choisissez un jour du calendrier.', 'recu')
      const now = clock().toISOString()
      change(desk, () => receive(db, { reference, at: at && at < now ? at : now, text: text('recu'), author }))
      return stay({ ...post, input: { ...input, recu: '' } }, { text: 'Sa réponse est dans le fil.', good: true })
    }
    case 'issue': {
      const outcome = outcomeNamed(what) ?? null
      if (outcome && !formOf(lead).outcomes.includes(outcome)) return unknownAction(post.request)
      change(desk, () => close(db, clock, lead, outcome, author))
      return stay(post, { text: outcome ? 'C’est noté.' : 'La demande est rouverte.', good: true })
    }
    case 'repondu':
      change(desk, () => noteAnswered(db, clock, reference, author))
      return stay(post, { text: 'C’est noté : elle n’attend plus.', good: true })
    case 'sans-rappel':
      change(desk, () => putOff(db, clock, reference, null, author))
      return stay(post, { text: 'Le rappel est retiré.', good: true })
    case 'liberer':
      release(desk, reference)
      return stay(post, { text: 'L’envoi n’est plus suspect : ses e-mails partent.', good: true })
    case 'jeter':
      if (!discard(desk, lead)) return stay(post, { text: 'Cette demande ne se jette pas.', good: false })
      return seeOther(`${DESK}?fait=jetee`)
    case 'corriger':
      return right(post, correctAddress(desk, lead, text('adresse')), 'adresse')
    case 'desinscrire':
      return right(post, unsubscribe(desk, lead, what))
    case 'opposition':
      return right(post, setObjection(desk, lead, what === 'oui'))
    case 'suspendre':
      return right(post, setSuspended(desk, lead, what === 'oui'))
    case 'garder':
      return right(post, keepUntil(desk, lead, text('garder_jusquau')), 'garder_jusquau')
    default:
      return unknownAction(post.request)
  }
}

async function answer(post: Post, byHand: boolean): Promise<Response | LeadPage> {
  const { desk, lead, input } = post
  const text = String(clean(input.reponse) ?? '')
  const fault = lead.suspended_at ? SUSPENDED : faultOf(text)
  if (fault) return refused(post, fault, 'reponse')
  if (!input.malgre && objectionsOf(desk).has(lead.email))
    return { ...(await refused(post, OBJECTS, 'reponse', 409)), asksAgain: true }
  const file = await readAttachment(input.fichier)
  if (typeof file === 'string') return refused(post, file, 'fichier')
  const chosen = (await post.prepared(lead)).find(({ id }) => id === input.suite)
  if (!byHand && !desk.mail) return pageOf(desk, lead, { typed: typedOf(input), chosen, readyToMail: true })
  const sent = sendAnswer(desk, {
    lead,
    text,
    files: [...(chosen?.carriesTerms ? [await post.terms()] : []), ...(file ? [file] : [])],
    outcome: chosen?.outcome,
    remindOn: chosen?.remindOn,
    seen: Number(input.vu ?? lastSaid(desk.db, lead.reference)),
    byHand,
  })
  if (sent.unseen) return refused(post, unseenWords(sent.unseen, desk), 'reponse', 409)
  const next = nextLead(desk, lead.reference)
  return seeOther(`${DESK}${next ? `/${next.reference}` : ''}?parti=${sent.id}`)
}

function faultOf(text: string): string | undefined {
  if (text === '') return 'Écrivez votre réponse avant de l’envoyer.'
  if (text.length > REPLY_MAX)
    return `Votre réponse compte ${text.length.toLocaleString('fr-FR')} caractères : ramenez-la à ${REPLY_MAX.toLocaleString('fr-FR')} au plus.`
  const gap = GAP.exec(text)?.[0]
  return gap && `Il reste à remplir : ${gap}.`
}

function noteTooLong(text: string): string {
  return `La note compte ${text.length.toLocaleString('fr-FR')} caractères : ramenez-la à ${NOTE_MAX.toLocaleString('fr-FR')} au plus.`
}

function unseenWords({ kind, author, at }: ThreadRow, desk: Desk): string {
  const who =
    kind === 'sent' ? `${authorName(author, desk.author, desk.mail?.colleagues)} a répondu` : 'La personne a écrit'
  return `${who} à ${clockTime(new Date(at))}, entre-temps : lisez le fil. Votre texte est ici ; envoyez-le de nouveau s’il convient encore.`
}

/** Returns the day of a delay, AAAA-MM-JJ. @param typed used for `jour` */
function dayOf(when: string, typed: string, today: string): string | undefined {
  if (when === 'demain') return daysAfter(today, 1)
  if (when === 'lundi') return daysAfter(today, 7 - ((new Date(today).getUTCDay() + 6) % 7))
  return startOfDayInParis(typed) && typed > today ? typed : undefined
}

/** Opens the next conversation, unless an answer was begun, which without a script only this page holds. */
function onward(post: Post, done: string, text: string): Response | LeadPage {
  const { desk, lead, input } = post
  if (clean(input.reponse)) return stay(post, { text, good: true })
  const next = nextLead(desk, lead.reference)
  return seeOther(`${DESK}${next ? `/${next.reference}` : ''}?fait=${done}`)
}

function right(post: Post, said: Said, field?: Field): Response | LeadPage | Promise<LeadPage> {
  if (!findLead(post.desk.db, post.lead.reference)) return seeOther(`${DESK}?fait=retiree`)
  return said.good ? stay(post, said) : refused(post, said.text, field)
}

/** Shows the conversation again with the result, and with what was typed elsewhere on the page. */
function stay(post: Post, message: Said): LeadPage {
  return pageOf(post.desk, post.lead, { message, typed: typedOf(post.input) })
}

async function refused(post: Post, text: string, field: Field | undefined, status = 422): Promise<LeadPage> {
  const chosen = (await post.prepared(post.lead)).find(({ id }) => id === post.input.suite)
  const message = { text, good: false, field }
  return pageOf(post.desk, post.lead, { status, message, typed: typedOf(post.input), chosen })
}

function typedOf(input: Input): LeadPage['typed'] {
  const names: readonly Field[] = ['reponse', 'note', 'recu', 'adresse', 'garder_jusquau']
  return Object.fromEntries(names.flatMap((name) => (typeof input[name] === 'string' ? [[name, input[name]]] : [])))
}

/** Reads the lead anew, because the act has changed it. */
function pageOf(desk: Desk, { reference }: Lead, own: Partial<LeadPage>): LeadPage {
  const { db, mail, clock } = desk
  const found = readConversation(db, reference, mail !== undefined, clock()) as Conversation
  return { ...found, status: 200, typed: {}, seen: lastSaid(db, reference), ...own }
}
