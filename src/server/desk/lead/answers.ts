import { REPLY_UNDO_S } from '../../../browser/timings.ts'
import { authorName } from '../../leads/authors.ts'
import { findLead } from '../../leads/leads.ts'
import { type AnswerFile, keepFiles, saidIn, type ThreadRow, threadOf, threadRow } from '../../leads/thread.ts'
import { answer, takeBackAnswer } from '../../leads/turn.ts'
import { clockTime } from '../../paris-time.ts'
import { change, type Desk, objectionsOf, textOf } from '../desk.ts'
import { openNext, whoOf } from '../lists.ts'
import { readAttachment } from './attachment.ts'
import { chosenOf, type Done, done, type NamedAct, type Post, refused, tooLong } from './lead-page.ts'

/** Maximum length of an answer, in characters. */
export const REPLY_MAX = 20_000
/** An answer leaves a little after its button to take it back has gone. */
const GRACE_S = 2
/** A gap of a prepared answer that must be filled. */
const GAP = /\[à compléter[^\]]*\]/i
const SUSPENDED =
  'Ses données sont suspendues à sa demande : levez la suspension, dans « Plus », avant de lui répondre.'
const OBJECTS =
  'Cette personne a demandé qu’on ne lui écrive plus. Si elle attend pourtant cette réponse, appuyez de nouveau.'
const TOO_LATE = 'Trop tard : votre réponse est partie.'

/** The acts of the answer field; `envoyee` goes from the house's own mail program. */
export const answerActs: readonly NamedAct[] = [
  ['repondre', (post) => sendAnswer(post, false)],
  ['envoyee', (post) => sendAnswer(post, true)],
  ['annuler', takeBack],
  ['modele', insertPrepared],
]

/** Sends an answer and opens the next conversation; refuses one that has not seen the last message or answer. */
async function sendAnswer(post: Post, byHand: boolean): Promise<Done> {
  const { desk, lead, input } = post
  const text = textOf(post, 'reponse')
  const fault = lead.suspended_at ? SUSPENDED : faultOf(text)
  if (fault) return refused(fault, 'reponse')
  if (!input.malgre && objectionsOf(desk).has(lead.email))
    return refused(OBJECTS, 'reponse', { status: 409, asksAgain: true })
  const file = await readAttachment(input.fichier)
  if (typeof file === 'string') return refused(file, 'fichier')
  if (!byHand && !desk.mail) return { readyToMail: true }
  const chosen = chosenOf(post)
  // A link to the mail program of the house carries none.
  const files = byHand ? [] : [...(chosen?.carriesTerms ? [await post.terms()] : []), ...(file ? [file] : [])]
  const { id, unseen } = store(post, text, files, byHand)
  if (unseen) return refused(unseenWords(unseen, desk), 'reponse', { status: 409 })
  return openNext(desk, lead.reference, { parti: String(id), ...(chosen && { suite: chosen.id }) })
}

function faultOf(text: string): string | undefined {
  if (text === '') return 'Écrivez votre réponse avant de l’envoyer.'
  const gap = GAP.exec(text)?.[0]
  return tooLong('Votre réponse', text, REPLY_MAX) ?? (gap && `Il reste à remplir : ${gap}.`)
}

/** Returns the id of the new answer, or what its author has not seen. The same answer again is a button pressed twice. */
function store(post: Post, text: string, files: readonly AnswerFile[], byHand: boolean) {
  const { desk, lead } = post
  const { db, clock, author, mail } = desk
  const { reference, form, email: recipient } = lead
  return change(desk, (): { id: number; unseen?: ThreadRow } => {
    const seen = Number(textOf(post, 'vu') || Number.POSITIVE_INFINITY)
    const unseen = saidIn(threadOf(db, reference)).findLast((row) => row.id > seen)
    if (unseen?.kind === 'sent' && unseen.text === text && unseen.author === author) return { id: unseen.id }
    if (unseen) return { id: unseen.id, unseen }
    const notBefore = new Date(clock().getTime() + (REPLY_UNDO_S + GRACE_S) * 1000)
    const queued = byHand ? undefined : mail?.outbox.add({ kind: 'reply', form, reference, recipient, notBefore })
    const { outcome, remindOn } = chosenOf(post) ?? {}
    const names = files.map(({ name }) => name).join('\n') || null
    const given = { reference, text, message_id: queued ?? null, outcome, remindOn, files: names }
    const id = answer(desk, given)
    if (queued) keepFiles(db, id, files)
    return { id }
  })
}

function unseenWords({ kind, author, at }: ThreadRow, desk: Desk): string {
  const named = `${authorName(author, desk.author, desk.mail?.colleagues)} a répondu`
  const who = kind !== 'sent' ? 'La personne a écrit' : author === desk.author ? 'Vous avez répondu' : named
  return `${who} à ${clockTime(new Date(at))}, entre-temps : lisez le fil. Votre texte est ici ; envoyez-le de nouveau s’il convient encore.`
}

/** Takes an answer back before it leaves, and shows its words and what went with it. A second press finds it gone. */
function takeBack(post: Post): Done {
  const { desk, lead } = post
  const row = threadRow(desk.db, Number(textOf(post, 'reponse_id')))
  const isBack = change(desk, () => {
    if (row?.reference !== lead.reference) return true
    if (!row.message_id || !desk.mail?.outbox.takeBack(row.message_id)) return false
    takeBackAnswer(desk, row.id)
    return true
  })
  if (!isBack) return refused(TOO_LATE, undefined, { typed: { reponse: '' } })
  const withFile = (row?.files?.split('\n').length ?? 0) > (chosenOf(post)?.carriesTerms ? 1 : 0)
  return done(`Votre réponse n’est pas partie : la voici.${withFile ? ' Joignez de nouveau le fichier.' : ''}`)
}

/** Inserts a prepared answer below what was typed, without a script. */
function insertPrepared(post: Post, id: string): Done {
  const chosen = post.prepared.find((each) => each.id === id)
  return { chosen, typed: { reponse: [textOf(post, 'reponse'), chosen?.text].filter(Boolean).join('\n\n') } }
}

/**
 * Returns an answer that was just sent, to whom, with which prepared answer, and for how many seconds it can still be
 * taken back.
 * @param query `parti`, its id, and `suite` of the URL to which sendAnswer redirects
 */
export function justSent({ db, clock }: Desk, query: URLSearchParams) {
  const row = query.has('parti') ? threadRow(db, Number(query.get('parti'))) : undefined
  const lead = row?.kind === 'sent' ? findLead(db, row.reference) : undefined
  if (!row || !lead) return undefined
  const { id, reference, at, text, message_id } = row
  const left = REPLY_UNDO_S - Math.ceil((clock().getTime() - Date.parse(at)) / 1000)
  const seconds = message_id ? Math.max(0, left) : 0
  return { id, reference, text, who: whoOf(lead, clock()), suite: query.get('suite'), seconds }
}
