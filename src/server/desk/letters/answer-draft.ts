import { wantsJson } from '../../http/accept.ts'
import { handlePage, seeOther, unknownAction } from '../../http/answer-page.ts'
import { json } from '../../http/refusal.ts'
import type { Input } from '../../http/request-body.ts'
import type { DraftWords, StoredDraft } from '../../mail/letters/drafts.ts'
import type { Letters } from '../../mail/letters/letters.ts'
import type { Trial } from '../../mail/trial.ts'
import { clockTime, instantInParis } from '../../paris-time.ts'
import type { Desk } from '../desk.ts'
import { draftPath, EMPTY_LETTER, LETTERS, placed, readDraftWords, TEXT_MAX } from './draft.ts'

/** State of the page that writes a letter. */
export interface DraftState {
  status: number
  typed: DraftWords
  /** The stored draft; undefined before the first save. */
  draft?: StoredDraft | undefined
  /** Why nothing was done or can be sent, in French. */
  problem?: string | undefined
  checked?: Awaited<ReturnType<typeof check>>
  trial?: Trial & { address: string }
  /** True if the page asks for confirmation of sending. */
  confirming: boolean
}

/** Context of every action. */
interface At {
  request: Request
  letters: Letters
  /** Addresses of MAIL_TO and MAIL_TO_<FORM>, which get the tests. */
  staff: readonly string[]
  /** Signed-in address; null if unknown. */
  author: string | null
  /** Why no e-mail can be sent at all. */
  problem: string | undefined
}

const NO_MAIL = 'Aucun e-mail ne part de ce site : demandez à la personne qui s’occupe du serveur de le régler.'
const NO_LIST = 'Choisissez à quelle liste vous écrivez.'
const CHANGED = 'Ce brouillon a changé entre-temps : relisez-le avant de l’envoyer.'
const UNKNOWN_HOUR = 'Choisissez un jour et une heure à venir.'

/**
 * Handles the page that writes a letter. A POST saves the input as a draft, then performs the action of the button
 * (field `action`): none for `enregistrer` and `verifier`; `photo` and `image` add a picture, `essayer` sends a test
 * to an address of MAIL_TO, `relire` asks for confirmation. On a stored draft, four actions do not save first:
 * `envoyer` sends, `programmer` schedules, `attendre` cancels the schedule, `supprimer` deletes the draft. A second
 * `envoyer` finds no draft and sends nothing. Responds with JSON to the script that saves while the user types.
 */
export async function answerDraft(
  request: Request,
  query: URLSearchParams,
  letters: Letters,
  { mail, author }: Pick<Desk, 'mail' | 'author'>,
): Promise<Response | DraftState> {
  const { drafts } = letters
  const id = Number(query.get('brouillon'))
  const draft = drafts.find(id)
  if (query.has('brouillon') && !draft) {
    const sent = letters.sentFrom(id)
    return seeOther(sent === undefined ? `${LETTERS}?fait=parti` : `${LETTERS}/${sent}?fait=deja`)
  }
  const staff = mail?.staff ?? []
  const problem = staff.length === 0 ? NO_MAIL : undefined
  const at: At = { request, letters, staff, author, problem }
  const answered = await handlePage<DraftState>(request, {
    show: () => (draft ? shown(draft, at) : { status: 200, typed: EMPTY_LETTER, problem, confirming: false }),
    post(input) {
      const action = String(input.action ?? '')
      if (draft && action === 'supprimer') {
        drafts.remove(draft.id)
        return seeOther(`${LETTERS}?fait=supprime`)
      }
      if (draft && action === 'attendre') {
        drafts.schedule(draft.id, null)
        return seeOther(draftPath(draft.id))
      }
      if (draft && (action === 'envoyer' || action === 'programmer')) return send(draft, input, at)
      return write(draft, input, at)
    },
  })
  if (answered instanceof Response || request.method !== 'POST' || !wantsJson(request.headers)) return answered
  return json(answered.status, { message: answered.problem })
}

/** Saves the input, then performs the other actions. */
async function write(draft: StoredDraft | undefined, input: Input, at: At): Promise<Response | DraftState> {
  const action = String(input.action ?? '')
  const { letters, author } = at
  const { drafts } = letters
  const typed = readDraftWords(input, draft)
  const kept = { status: 422, typed, draft, confirming: false }
  if (typed.text.length > TEXT_MAX)
    return { ...kept, problem: `Le texte compte ${typed.text.length} signes. Raccourcissez-le sous ${TEXT_MAX}.` }
  if (typed.list !== '' && !letters.lists.includes(typed.list)) return { ...kept, problem: NO_LIST }
  const saved = draft
    ? drafts.save(draft.id, typed, Number(input.version), author)
    : { isSaved: true, draft: drafts.create(typed, author) }
  if (!saved) return seeOther(`${LETTERS}?fait=parti`)
  const { isSaved, draft: stored } = saved
  if (!isSaved) {
    const who = stored.author ?? 'Quelqu’un'
    const said = `${who} a changé ce brouillon pendant que vous écriviez. Vos mots sont ci-dessous : enregistrez-les pour les garder à la place.`
    return { ...kept, status: 409, draft: stored, problem: said }
  }
  if (action === 'photo') return addPhoto(stored, input, at)
  if (action.startsWith('image:'))
    return appendPicture(stored, `![](${action.slice('image:'.length).replace(/[^\w-]/g, '')})`, at)
  if (action === 'essayer') return tryOut(stored, input, at)
  if (action === 'relire') return confirm(stored, at)
  if (action === 'envoyer' || action === 'programmer') return send(stored, { ...input, version: stored.version }, at)
  if (action === 'enregistrer')
    return wantsJson(at.request.headers) ? savedResponse(stored, letters) : seeOther(draftPath(stored.id))
  if (action !== 'verifier') return unknownAction(at.request)
  const state = await shown(stored, at)
  // Without a list nothing can be checked or sent, so the page asks for one.
  if (!state.checked) return { ...state, status: 422, problem: state.problem ?? NO_LIST }
  return { ...state, status: state.checked.findings.length ? 422 : 200 }
}

/** Response to the script that saves while the user types. */
async function savedResponse(draft: StoredDraft, letters: Letters): Promise<Response> {
  const { id, version, changedAt, problem } = draft
  const { findings = [] } = (await check(draft, letters)) ?? {}
  return json(200, {
    id,
    version,
    at: clockTime(new Date(changedAt)),
    findings: [...(problem ? [problem] : []), ...findings.map(({ place, what, mend }) => `${place} : ${what} ${mend}`)],
  })
}

async function shown(draft: StoredDraft, { letters, problem }: At): Promise<DraftState> {
  return {
    status: 200,
    typed: draft,
    draft,
    problem: draft.problem ?? problem,
    checked: await check(draft, letters),
    confirming: false,
  }
}

/** Undefined before a list is chosen. */
async function check(draft: StoredDraft, letters: Letters) {
  if (draft.list === '') return undefined
  const { findings, advice, html: _, ...checked } = await letters.check(letters.drafts.toFile(draft))
  const isReady = findings.length === 0 && checked.recipients > 0 && checked.sentAs === undefined
  return { ...checked, isReady, findings: findings.map(placed), advice: advice.map(placed) }
}

async function addPhoto(draft: StoredDraft, { photo, description }: Input, at: At): Promise<Response | DraftState> {
  const fault = async (said: string) => ({ ...(await shown(draft, at)), status: 422, problem: said })
  if (!(photo instanceof File) || photo.size === 0) return fault('Choisissez d’abord une photo.')
  const said = typeof description === 'string' ? description : ''
  const seen = said
    .replaceAll(/[[\]\s]+/g, ' ')
    .trim()
    .slice(0, 300)
  if (seen === '') return fault('Dites en quelques mots ce que montre la photo : qui ne la voit pas l’entendra.')
  const added = await at.letters.addPhoto(draft.id, new Uint8Array(await photo.arrayBuffer()))
  if ('problem' in added) return fault(added.problem)
  return appendPicture(draft, `![${seen}](${added.name})`, at)
}

function appendPicture(draft: StoredDraft, picture: string, { letters, author }: At): Response {
  const { list, subject, firstReaders, restOf } = draft
  const text = `${draft.text}\n\n${picture}`
  letters.drafts.save(draft.id, { list, subject, text, firstReaders, restOf }, draft.version, author)
  return seeOther(`${draftPath(draft.id)}#texte`)
}

async function tryOut(draft: StoredDraft, { adresse }: Input, at: At): Promise<DraftState> {
  const { letters, staff } = at
  const state = await shown(draft, at)
  const address = staff.find((known) => known === adresse) ?? staff[0]
  const list = draft.list || (letters.lists[0] ?? '')
  const trial = address && (await letters.test(letters.drafts.toFile({ ...draft, list }), address))
  return trial ? { ...state, trial: { ...trial, address } } : { ...state, status: 503 }
}

async function confirm(draft: StoredDraft, at: At): Promise<DraftState> {
  const state = await shown(draft, at)
  if (draft.list === '') return { ...state, status: 422, problem: NO_LIST }
  if (at.problem) return { ...state, status: 503 }
  const isReady = state.checked?.isReady === true
  return { ...state, status: isReady ? 200 : 422, confirming: isReady }
}

/** Sends or schedules a draft that was just reviewed. */
async function send(draft: StoredDraft, { action, version, le }: Input, at: At): Promise<Response | DraftState> {
  const { letters, problem } = at
  const confirming = await confirm(draft, at)
  const { sentAs } = confirming.checked ?? {}
  if (sentAs !== undefined && !problem) {
    letters.drafts.remove(draft.id)
    return seeOther(`${LETTERS}/${sentAs}?fait=deja`)
  }
  if (!confirming.confirming) return confirming
  if (Number(version) !== draft.version) return { ...confirming, status: 409, problem: CHANGED }
  if (action === 'programmer') {
    const instant = instantInParis(String(le ?? ''))
    if (!instant || !letters.drafts.schedule(draft.id, instant))
      return { ...confirming, status: 422, problem: UNKNOWN_HOUR }
    return seeOther(`${LETTERS}?fait=programmee`)
  }
  const sending = await letters.send(letters.drafts.toFile(draft))
  // The page shows the errors, or that the list has no recipients.
  if (sending.done === 'refused' || sending.done === 'nobody') return confirm(draft, at)
  if (sending.done === 'before') letters.drafts.remove(draft.id)
  return seeOther(`${LETTERS}/${sending.id}?fait=${sending.done === 'queued' ? 'partie' : 'deja'}`)
}
