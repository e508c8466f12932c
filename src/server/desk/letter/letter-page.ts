import { formNamed, lists } from '../../../forms/index.ts'
import { seeOther } from '../../http/answer-page.ts'
import type { Input } from '../../http/request-body.ts'
import type { LetterText } from '../../mail/letters/letter.ts'
import { findLetter, stopLetter, storedLetter, type Unreached, unreachedBy } from '../../mail/letters/letter-rows.ts'
import type { Letters } from '../../mail/letters/letters.ts'
import { DESK } from '../access/destination.ts'
import type { Desk } from '../desk.ts'

export const LETTER = `${DESK}/lettre`

/** Maximum length of a text, in characters, because mail programs cut longer e-mails. */
export const TEXT_MAX = 30_000

/** What the page of letters needs. */
interface LetterDesk extends Pick<Desk, 'db' | 'clock'> {
  letters: Letters
  /** Address that gets trials; undefined if no e-mail is sent. */
  own: string | undefined
}

/** Data of the page on which a letter is written. */
export interface Written {
  status: number
  typed: LetterText
  /** Result of the check; undefined before it. Findings have their place in the form. */
  checked?: Awaited<ReturnType<typeof checkLetter>>
  /** Address of a trial, and what failed. */
  trial?: { address: string; failed: string | undefined }
  /** Error as a French sentence. */
  problem?: string | undefined
}

/** Data of the page of a letter that was sent. */
export interface Sent {
  status: number
  letter: NonNullable<ReturnType<typeof storedLetter>>
  unreached: Unreached[]
  message: string | undefined
}

const NO_MAIL = 'Aucun e-mail ne part de ce site : demandez à la personne qui s’occupe du serveur de régler l’envoi.'
const NO_LIST = 'Choisissez à quelle liste vous écrivez.'
const UNSEEN = 'Voici ce qui partirait : relisez, puis appuyez de nouveau.'
const UNKNOWN = 'Aucune lettre n’est à cette adresse.'

/** Confirmations by the value of `fait` in the URL of the redirect. */
const AFTER_ACT: ReadonlyMap<string, string> = new Map([
  ['partie', 'L’envoi a commencé. Vous pouvez fermer cette page : il continue sans elle.'],
  ['deja', 'Cette lettre est déjà confiée à l’envoi : personne ne la reçoit deux fois.'],
  ['arretee', 'La lettre est arrêtée : ce qui n’était pas en chemin ne partira pas.'],
  ['finie', 'Il n’y avait plus rien à arrêter.'],
])

/**
 * Performs the act of a button of the page of letters: `verifier`, `essayer`, `envoyer` what was checked (field `vu`);
 * of a sent letter `arreter`. Pressing `envoyer` twice sends once and succeeds twice.
 */
export async function performLetter(input: Input, by: LetterDesk): Promise<Response | Written> {
  const { db, letters, own } = by
  const noMail = own === undefined ? NO_MAIL : undefined
  const { action } = input
  if (action === 'arreter') return stop(Number(input.lettre), by)
  const typed = readLetter(input)
  const kept = { status: 422, typed }
  if (typed.text.length > TEXT_MAX)
    return { ...kept, problem: `Le texte compte ${typed.text.length} caractères : gardez-en ${TEXT_MAX} au plus.` }
  if (!lists.some(({ name }) => name === typed.list)) return { ...kept, problem: NO_LIST }
  const checked = await checkLetter(letters, typed)
  const state = { typed, checked, problem: noMail, status: noMail ? 503 : checked.isReady ? 200 : 422 }
  if (action === 'essayer' && own) return { ...state, ...(await tryOut(typed, letters, own)) }
  if (action !== 'envoyer' || noMail) return state
  const before = findLetter(db, typed.list, String(input.vu))
  if (before !== undefined) return seeOther(`${LETTER}?lettre=${before}&fait=deja`)
  if (input.vu !== checked.digest) return { ...state, status: 409, problem: UNSEEN }
  const sent = await letters.send(typed)
  return sent ? seeOther(`${LETTER}?lettre=${sent.id}&fait=${sent.isNew ? 'partie' : 'deja'}`) : state
}

/** Returns an empty letter; with `?lettre=` one that was sent, with `?reprendre=` a stopped one to be corrected. */
export function showLetter(query: URLSearchParams, { db, own }: LetterDesk): Written | Sent {
  const noMail = own === undefined ? NO_MAIL : undefined
  const empty = { list: '', subject: '', text: 'Bonjour,\n\n', firstReaders: null, restOf: null }
  const asked = query.get('lettre') ?? query.get('reprendre')
  const letter = asked === null ? undefined : storedLetter(db, Number(asked))
  if (asked !== null && !letter) return { status: 404, typed: empty, problem: UNKNOWN }
  if (letter && query.has('lettre'))
    return {
      status: 200,
      letter,
      unreached: unreachedBy(db, letter.id),
      message: AFTER_ACT.get(query.get('fait') ?? ''),
    }
  if (letter?.state !== 'stopped') return { status: 200, typed: empty, problem: noMail }
  const { list, subject, source: text, id: restOf } = letter
  return { status: 200, typed: { list, subject, text, firstReaders: null, restOf }, problem: noMail }
}

function stop(id: number, { db, clock }: LetterDesk): Response {
  return seeOther(`${LETTER}?lettre=${id}&fait=${stopLetter(db, clock, id) ? 'arretee' : 'finie'}`)
}

async function checkLetter(letters: Letters, typed: LetterText) {
  const { findings, ...checked } = await letters.check(typed)
  const placed = findings.map(({ line, what, mend }) => `${line === 0 ? 'Objet' : `Ligne ${line}`} : ${what} ${mend}`)
  const isReady = findings.length === 0 && checked.recipients > 0 && checked.sentAs === undefined
  return { ...checked, findings: placed, isReady }
}

async function tryOut(typed: LetterText, letters: Letters, address: string) {
  const failed = await letters.test(typed, address)
  return { status: failed ? 503 : 200, trial: { address, failed } }
}

/** Reads a submitted letter; values that are not text become empty. */
export function readLetter({ liste, objet, texte, premieres, suite }: Input): LetterText {
  const textOf = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : '')
  const numberOf = (value: string) => (/^[1-9]\d{0,8}$/.test(value) ? Number(value) : null)
  const list = textOf(liste)
  return {
    list,
    subject: textOf(objet).replace(/\s+/g, ' '),
    text: textOf(texte),
    firstReaders: formNamed(list)?.processing.endsWithLetter ? numberOf(textOf(premieres)) : null,
    restOf: numberOf(textOf(suite)),
  }
}

/** Allows inline styles and embedded pictures, as in e-mails; no scripts, forms or top navigation. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'self'"

/** Responds with a letter alone, for a frame in the page. */
export function previewResponse(html: string): Response {
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': POLICY }
  return new Response(html, { headers: { ...headers, 'X-Frame-Options': 'SAMEORIGIN' } })
}
