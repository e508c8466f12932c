import { clean } from '../../forms/form.ts'
import { refuse } from '../http/refusal.ts'
import { readBody } from '../http/request-body.ts'
import type { Desk } from './desk.ts'
import { DESK } from './destination.ts'
import type { LeadFile } from './lead-file.ts'

/** What the page of a submission shows. */
export interface LeadState {
  status: number
  file: LeadFile
  /** What came of a change, in French. */
  message?: { text: string; good: boolean }
  /** What was typed and could not be kept, for the form to hold. */
  typed?: { state: string; note: string; remindOn: string }
}

/** What was done, by the word of the address that the page is shown at afterwards. */
const DONE: ReadonlyMap<string, string> = new Map([
  ['suivi', 'Le suivi est enregistré.'],
  ['repondue', 'La demande est marquée répondue.'],
  ['liberee', 'L’envoi n’est plus suspect : ses e-mails partent.'],
])
const CONFLICT =
  'Quelqu’un a modifié ce suivi entre-temps. Vous voyez ci-dessous ce que vous aviez écrit ; l’historique montre l’autre version. Enregistrez de nouveau pour garder la vôtre.'

/**
 * Answers a request to the page of a submission: shows it, or does what one of its forms says (field `action`) and
 * redirects, so that loading the page again does nothing twice. Undefined for a reference that nothing has.
 */
export async function answerLead(
  request: Request,
  reference: string | undefined,
  query: URLSearchParams,
  desk: Desk,
): Promise<Response | LeadState | undefined> {
  const file = desk.lead(reference ?? '')
  if (!file) return undefined
  if (request.method === 'GET' || request.method === 'HEAD') {
    const text = DONE.get(query.get('fait') ?? '')
    return { status: 200, file, ...(text && { message: { text, good: true } }) }
  }
  if (request.method !== 'POST')
    return refuse(request, 405, 'Cette adresse ne comprend pas cette demande.', { Allow: 'GET, HEAD, POST' })
  const body = await readBody(request)
  if (body.status)
    return refuse(request, body.status, 'Votre envoi est illisible ou trop long. Revenez en arrière et recommencez.')
  const { input } = body
  const at = `${DESK}/${file.lead.reference}`
  switch (input.action) {
    case 'suivi':
      return follow(file, input, desk)
    case 'repondue':
      return follow(file, { state: 'répondue', version: input.version }, desk, 'repondue')
    case 'liberer':
      return redirect((await desk.release(file.lead.reference)) ? `${at}?fait=liberee` : at)
    case 'supprimer':
      return redirect((await desk.discard(file.lead.reference)) ? `${DESK}?etat=suspectes&fait=supprimee` : at)
    default:
      return refuse(request, 400, 'Cette page ne connaît pas ce geste. Revenez en arrière et recommencez.')
  }
}

async function follow(file: LeadFile, input: Record<string, unknown>, desk: Desk, done = 'suivi') {
  const { reference } = file.lead
  const { state, note, rappel: remindOn, version } = input
  const changed = await desk.changeFollowUp(reference, { state, note, remindOn }, Number(version))
  if (changed.kind === 'changed') return redirect(`${DESK}/${reference}?fait=${done}`)
  const text = changed.kind === 'conflict' ? CONFLICT : changed.message
  const typed = {
    state: clean(state) || file.followUp.state,
    note: note === undefined ? (file.followUp.note ?? '') : (clean(note) ?? ''),
    remindOn: remindOn === undefined ? (file.followUp.remindOn ?? '') : (clean(remindOn) ?? ''),
  }
  return { status: changed.kind === 'conflict' ? 409 : 422, file, message: { text, good: false }, typed }
}

function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { Location: location } })
}
