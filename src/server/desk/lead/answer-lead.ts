import { clean } from '../../../forms/answer-schema.ts'
import { wantsJson } from '../../http/accept.ts'
import { handlePage, seeOther, unknownAction } from '../../http/answer-page.ts'
import { json } from '../../http/refusal.ts'
import type { Input } from '../../http/request-body.ts'
import { senderName } from '../../leads/describe-lead.ts'
import { formOf, type Lead } from '../../leads/leads.ts'
import { DESK } from '../access/destination.ts'
import type { Desk } from '../desk.ts'
import { changeFor } from '../list-lines.ts'
import { type DraftFields, joinFields, ownFields, typedFields, unseenFields, wouldLose } from './lead-drafts.ts'
import type { LeadFile } from './lead-file.ts'
import { REPLY_MAX, stateAfterReply } from './replies.ts'

/** Name of the invalid field. */
type WrongField = 'reponse' | 'note' | 'rappel' | 'adresse'

/** State of the page of a submission. */
export interface LeadPage {
  status: number
  file: LeadFile
  /** Result of a change, in French. */
  message?: { text: string; good: boolean; field?: WrongField | undefined }
  /** Values of the fields: rejected input, or a draft. */
  typed: DraftFields
  /** Rejected address. */
  address?: string
  /** When the draft was saved, UTC ISO text; undefined if there is none. */
  draftAt?: string | undefined
  /** Time of the draft that the page shows or replaces, as in `draftAt`; '' for none. */
  seenDraft: string
  /** Id of the rejected page, which goes on as the same page. */
  page?: unknown
  /** A reply to another lead that can still be undone. */
  undo?: { id: number; reference: string; who: string } | undefined
  /** True if the text is ready to be sent with the owner's own mail program. */
  readyToMail?: boolean
}

/** A prepared reply with its placeholders filled. */
export interface Prepared {
  id: string
  text: string
  state: string | undefined
}

interface LeadNeeds {
  desk: Desk
  prepared: (lead: Lead) => Promise<readonly Prepared[]>
}

/** A submitted form of the page. */
interface Post extends LeadNeeds {
  request: Request
  file: LeadFile
  input: Input
}

/** Confirmations by the value of `fait` in the URL of the redirect. */
const DONE: ReadonlyMap<string, string> = new Map([
  ['suivi', 'Le suivi est enregistré.'],
  ['repondue', 'La demande est marquée répondue.'],
  ['remboursee', 'La demande est marquée remboursée.'],
  ['demain', 'La demande revient demain.'],
  ['liberee', 'L’envoi n’est plus suspect : ses e-mails partent.'],
  ['reprise', 'Votre réponse n’est pas partie : la voici.'],
  ['partie', 'Trop tard : votre réponse est partie.'],
  ['brouillon', 'Ce que vous écrivez est gardé.'],
  ['corrigee', 'L’adresse est corrigée.'],
  ['repartie', 'L’adresse est corrigée, et votre réponse repart. « J’ai répondu » termine la demande.'],
  ['confirmation', 'L’adresse est corrigée : une nouvelle confirmation lui est demandée.'],
  ['desinscrite', 'Cette personne ne reçoit plus rien de cette liste.'],
])
const CONFLICT =
  'Quelqu’un a modifié ce suivi entre-temps. Vous voyez ci-dessous ce que vous aviez écrit ; l’historique montre l’autre version. Enregistrez de nouveau pour garder la vôtre.'
const ANSWERED =
  'Quelqu’un a répondu entre-temps : lisez sa réponse dans le fil. La vôtre est ci-dessous ; envoyez-la de nouveau si elle ajoute quelque chose.'
const CONTINUED =
  'Vous avez continué ce brouillon sur un autre appareil. Vos mots sont ci-dessous : enregistrez-les pour les garder à la place, ou rouvrez la demande pour lire les autres.'
const ENDED = 'Cette inscription a déjà pris fin : il n’y avait plus rien à faire.'
/** A blank of a prepared reply that must be filled in. */
const BLANK = /\[à compléter[^\]]*\]/i

/**
 * Handles the page of a submission: shows it, or performs the action of the button (field `action`) and redirects,
 * so that a reload repeats nothing. Most actions also save input in the other fields as a draft. Returns undefined
 * for an unknown reference.
 */
export async function answerLead(
  request: Request,
  reference: string | undefined,
  query: URLSearchParams,
  needs: LeadNeeds,
): Promise<Response | LeadPage | undefined> {
  const { desk } = needs
  const file = desk.lead(reference ?? '')
  if (!file) return undefined
  const answered = await handlePage<LeadPage>(request, {
    show() {
      const draft = desk.draft(file.lead.reference)
      const text = DONE.get(query.get('fait') ?? '')
      return {
        status: 200,
        file,
        typed: draft?.fields ?? {},
        draftAt: draft?.at,
        seenDraft: draft?.at ?? '',
        undo: undoOf(query.get('parti'), desk),
        ...(text && { message: { text, good: query.get('fait') !== 'partie' } }),
      }
    },
    post: (input) => act({ ...needs, request, file, input }),
  })
  if (answered instanceof Response || request.method !== 'POST' || !wantsJson(request.headers)) return answered
  return json(answered.status, { message: answered.message?.text, seenDraft: answered.seenDraft })
}

/** Performs the action of a button; the part after a colon is its argument. */
async function act(post: Post) {
  const { desk, file, input } = post
  const { lead } = file
  const at = `${DESK}/${lead.reference}`
  const address = String(input.adresse ?? '')
  const [pressed = '', what = ''] = String(input.action ?? '').split(':')
  const action = pressed === 'entree' ? enterKey(input) : pressed
  if (
    !['annuler', 'liberer', 'supprimer'].includes(action) &&
    wouldLose(desk.draft(lead.reference), input, file, /^(repondre|envoyee)$/.test(action))
  )
    return refused(post, CONTINUED, 'drafts')
  switch (action) {
    case 'corriger': {
      const corrected = await desk.correctAddress(lead.reference, address)
      if ('problem' in corrected) return { ...refused(post, corrected.problem, 'invalid', 'adresse'), address }
      await keepDraft(post)
      return seeOther(`${at}?fait=${corrected.done}`)
    }
    case 'desinscrire': {
      const isTheirs = file.signUps.some(({ reference }) => reference === what)
      if (!isTheirs || !(await desk.unsubscribe(what))) return { ...refused(post, ENDED, 'invalid'), address }
      await keepDraft(post)
      return seeOther(`${at}?fait=desinscrite`)
    }
    case 'suivi':
      return follow(post, {}, 'suivi')
    case 'repondue':
      return follow(post, changeForAnswered(post), withoutAccents(formOf(lead).doneState))
    case 'demain':
      return follow(post, changeFor('demain', lead, desk.today()), 'demain')
    case 'repondre':
      return reply(post, false)
    case 'envoyee':
      return reply(post, true)
    case 'modele':
      return insertPrepared(post, what)
    case 'brouillon':
      await keepDraft(post)
      return seeOther(`${at}?fait=brouillon#reponse`)
    case 'annuler': {
      const back = await desk.takeBack(Number(input.reponse_id))
      return seeOther(back ? `${DESK}/${back.reference}?fait=reprise#reponse` : `${at}?fait=partie`)
    }
    case 'liberer':
      return seeOther((await desk.release(lead.reference)) ? `${at}?fait=liberee` : at)
    case 'supprimer':
      return seeOther((await desk.discard(lead.reference)) ? `${DESK}?fait=supprimee` : at)
    default:
      return unknownAction(post.request)
  }
}

/** Action of the Enter key in a field: corrects the address if it was edited, otherwise saves a draft. */
function enterKey({ adresse, adresse_vue: seen }: Input): 'corriger' | 'brouillon' {
  return adresse === seen ? 'brouillon' : 'corriger'
}

/** Saves the input beside unseen fields of another device; marks a prepared reply that nobody edited (`modele`). */
async function keepDraft(post: Post, input: Input = post.input): Promise<void> {
  const { desk, prepared, file } = post
  const choices = await prepared(file.lead)
  const fields = joinFields(desk.draft(file.lead.reference), ownFields(input, file), post.input)
  const isUnedited = choices.some(({ text }) => clean(text) === fields.reponse)
  await desk.keepDraft(file.lead.reference, { ...fields, ...(isUnedited && { modele: 'intact' }) })
}

async function follow(post: Post, own: { state?: string; remind_on?: string }, done: string) {
  const { desk, file, input } = post
  const { reference } = file.lead
  const change = { state: input.state, note: input.note, remind_on: input.rappel, ...own }
  const changed = await desk.changeFollowUp(reference, change, versionOf(post))
  if (changed.kind !== 'changed')
    return changed.kind === 'conflict'
      ? refused(post, CONFLICT, 'conflict')
      : refused(post, changed.message, 'invalid', changed.field)
  // An unfinished reply remains a draft.
  const { reponse, etat, derniere } = input
  await keepDraft(post, { reponse, etat, derniere })
  return seeOther(`${DESK}/${reference}?fait=${done}`)
}

async function reply(post: Post, byHand: boolean) {
  const { desk, file, input } = post
  const { lead } = file
  const typed = typedFields(input)
  const text = clean(input.reponse) ?? ''
  const fault = faultOf(text)
  if (fault) return refused(post, fault, 'invalid', 'reponse')
  if (!byHand && !desk.sendsEmail) {
    await keepDraft(post)
    const draftAt = desk.draft(lead.reference)?.at
    return { status: 200, file, typed, draftAt, seenDraft: draftAt ?? '', readyToMail: true }
  }
  const state = typed.etat || stateAfterReply(lead)
  const follow = {
    // The state chosen for the reply takes precedence over the state of the follow-up.
    state,
    note: input.note,
    remind_on: lead.remind_on && lead.remind_on <= desk.today() && typed.rappel === lead.remind_on ? '' : input.rappel,
  }
  const last = input.derniere === undefined ? Number.MAX_SAFE_INTEGER : Number(input.derniere)
  const sent = await desk.reply({ reference: lead.reference, text, follow, version: versionOf(post), last, byHand })
  if (sent.kind === 'invalid') return refused(post, sent.message, 'invalid', sent.field)
  if (sent.kind !== 'answered') return refused(post, sent.kind === 'conflict' ? CONFLICT : ANSWERED, 'conflict')
  const next = desk.next(lead.reference)
  return seeOther(`${DESK}${next ? `/${next.reference}` : ''}?parti=${sent.id}`)
}

function faultOf(text: string): string | undefined {
  if (text === '') return 'Écrivez votre réponse avant de l’envoyer.'
  if (text.length > REPLY_MAX)
    return `Votre réponse compte ${text.length.toLocaleString('fr-FR')} caractères : ramenez-la à ${REPLY_MAX.toLocaleString('fr-FR')} au plus.`
  const blank = BLANK.exec(text)?.[0]
  return blank && `Il reste à remplir : ${blank}.`
}

async function insertPrepared(post: Post, id: string) {
  const { prepared, file, input } = post
  const choices = await prepared(file.lead)
  const chosen = choices.find((each) => each.id === id)
  const typed = typedFields(input)
  // Replaces another prepared reply, with its state, unless it was edited.
  const own = chosen && choices.some(({ text }) => clean(text) === typed.reponse) ? {} : typed
  const { reponse: unseen } = unseenFields(post.desk.draft(file.lead.reference), input)
  const reponse = [...new Set([unseen, own.reponse, chosen?.text])].filter(Boolean).join('\n\n')
  await keepDraft(post, { ...input, reponse, etat: chosen?.state ?? own.etat ?? '' })
  return seeOther(`${DESK}/${file.lead.reference}#reponse`)
}

/** Returns the change of «J’ai répondu»; keeps a reminder that was just set. */
function changeForAnswered({ desk, file, input }: Post) {
  const { rappel } = ownFields(input, file)
  return { ...changeFor('repondu', file.lead, desk.today()), ...(rappel && { remind_on: rappel }) }
}

/** Shows the page again with the input; reloads the lead, because another user may have changed it. */
function refused(post: Post, text: string, kind: 'drafts' | 'conflict' | 'invalid', field?: WrongField): LeadPage {
  const { desk, file, input } = post
  const now = desk.lead(file.lead.reference) ?? file
  const draft = desk.draft(file.lead.reference)
  // Only the conflict of drafts was about the other device's words, so saving again may replace them only after it.
  const isUnseen = kind !== 'drafts' && Object.keys(unseenFields(draft, input)).length > 0
  const last = String(now.replies.at(-1)?.id ?? 0)
  // After a conflict with another person, sending again is deliberate, so it is based on the current version.
  const seen: DraftFields = kind === 'conflict' ? { version: String(now.lead.version), derniere: last } : {}
  return {
    status: kind === 'invalid' ? 422 : 409,
    file: now,
    message: { text, good: false, field },
    seenDraft: isUnseen ? String(input.brouillon) : (draft?.at ?? ''),
    page: input.page,
    typed: { ...ownFields(input, now), ...seen },
  }
}

/** Returns the version that the page showed; the current one if the field is missing. */
function versionOf({ input: { version }, file: { lead } }: Post): number {
  return version === undefined ? lead.version : Number(version)
}

/** Returns the reply in the URL if it can still be undone. */
export function undoOf(id: string | null, desk: Desk): LeadPage['undo'] {
  const reply = id === null ? undefined : desk.findReply(Number(id))
  const lead = reply?.waits ? desk.find(reply.reference) : undefined
  return reply && lead ? { id: reply.id, reference: lead.reference, who: senderName(lead) || lead.email } : undefined
}

function withoutAccents(state: string): string {
  return state.normalize('NFD').replace(/\p{M}/gu, '')
}
