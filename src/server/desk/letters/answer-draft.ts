import { refuse } from '../../http/refusal.ts'
import { readBody } from '../../http/request-body.ts'
import type { CheckedLetter, Letters } from '../../letters/types.ts'
import type { Trial } from '../../mail/trial.ts'
import type { Desk } from '../desk.ts'
import { LETTERS } from './answer-letter.ts'
import { draftOf, EMPTY_LETTER, type PlacedFinding, placed, readTyped, TEXT_MAX, type TypedLetter } from './draft.ts'

/** What the page of a new letter shows. */
export interface DraftState {
  status: number
  typed: TypedLetter
  /** Why nothing was done or can be sent, in French. */
  problem?: string | undefined
  checked?: Omit<CheckedLetter, 'findings' | 'html'> & {
    findings: PlacedFinding[]
    /** Address that shows the letter. */
    preview: string
  }
  trial?: Trial & { address: string }
  /** True where the sending is to be confirmed. */
  confirming: boolean
}

/** A character can take nine bytes in a form; list and subject are small beside the text. */
const BODY_MAX = 9 * TEXT_MAX + 16 * 1024

const NO_MAIL = 'Aucun e-mail ne part de ce site : demandez à la personne qui s’occupe du serveur de le régler.'

/**
 * Answers a request to write a letter. POST does what the pressed button says (field `action`): `verifier` checks,
 * `essayer` sends it to one address of the house, `relire` asks before sending, `envoyer` sends, `ecrire` goes back to the
 * text. What was typed is in every answer. A second `envoyer` of the same letter sends nothing: see Letters.send.
 */
export async function answerDraft(request: Request, letters: Letters, desk: Desk): Promise<Response | DraftState> {
  if (request.method === 'GET' || request.method === 'HEAD')
    return { status: 200, typed: EMPTY_LETTER, problem: sendingProblem(desk), confirming: false }
  if (request.method !== 'POST')
    return refuse(request, 405, 'Cette adresse ne comprend pas cette demande.', { Allow: 'GET, HEAD, POST' })
  const body = await readBody(request, BODY_MAX)
  if (body.status)
    return refuse(request, body.status, 'Votre lettre est illisible ou trop longue. Revenez en arrière et recommencez.')
  const { action, adresse } = body.input
  const typed = readTyped(body.input)
  const shown = { status: 200, typed, problem: sendingProblem(desk), confirming: false }
  if (action === 'ecrire') return shown
  const problem = typingProblem(typed, letters)
  if (problem) return { ...shown, status: 422, problem }
  switch (action) {
    case 'verifier':
      return check(typed, letters, desk)
    case 'essayer':
      return test(typed, adresse, letters, desk)
    case 'relire':
      return reread(typed, letters, desk)
    case 'envoyer':
      return send(typed, letters, desk)
    default:
      return refuse(request, 400, 'Cette page ne connaît pas ce geste. Revenez en arrière et recommencez.')
  }
}

function sendingProblem({ house }: Desk): string | undefined {
  return house.length === 0 ? NO_MAIL : undefined
}

function typingProblem({ list, text }: TypedLetter, { lists }: Letters): string | undefined {
  if (!lists.includes(list)) return 'Choisissez à quelle liste vous écrivez.'
  if (text.length > TEXT_MAX) return `Le texte compte ${text.length} signes. Raccourcissez-le sous ${TEXT_MAX}.`
  return undefined
}

async function check(typed: TypedLetter, letters: Letters, desk: Desk) {
  const { findings, html, ...checked } = await letters.check(draftOf(typed))
  return {
    status: findings.length > 0 ? 422 : 200,
    typed,
    problem: sendingProblem(desk),
    checked: { ...checked, findings: findings.map(placed), preview: `${LETTERS}/apercu/${desk.previews.keep(html)}` },
    confirming: false,
  }
}

async function test(typed: TypedLetter, to: unknown, letters: Letters, desk: Desk): Promise<DraftState> {
  const shown = await check(typed, letters, desk)
  const address = desk.house.find((known) => known === to) ?? desk.house[0]
  const trial = address && (await letters.test(draftOf(typed), address))
  if (!trial) return { ...shown, status: 503 }
  return { ...shown, trial: { ...trial, address } }
}

async function reread(typed: TypedLetter, letters: Letters, desk: Desk): Promise<DraftState> {
  const shown = await check(typed, letters, desk)
  if (shown.problem) return { ...shown, status: 503 }
  const { findings, recipients, sentAs } = shown.checked
  return { ...shown, confirming: findings.length === 0 && recipients > 0 && sentAs === undefined }
}

async function send(typed: TypedLetter, letters: Letters, desk: Desk): Promise<Response | DraftState> {
  if (sendingProblem(desk)) return reread(typed, letters, desk)
  const sending = await letters.send(draftOf(typed))
  // The page shows why: the mistakes, or that nobody is there to write to.
  if (sending.done === 'refused' || sending.done === 'nobody') return check(typed, letters, desk)
  const done = sending.done === 'queued' ? 'partie' : 'deja'
  return new Response(null, { status: 303, headers: { Location: `${LETTERS}/${sending.letter.id}?fait=${done}` } })
}
