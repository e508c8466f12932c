import { deskAnswers } from '../../../forms/receipt.ts'
import { authorName } from '../../leads/authors.ts'
import { aboutLead } from '../../leads/describe-lead.ts'
import { findLead, formOf, type Lead, leadsFrom, signUpState } from '../../leads/leads.ts'
import { saidIn, type ThreadRow, threadOf } from '../../leads/thread.ts'
import { labelOf } from '../../mail/kinds.ts'
import { messageState } from '../../mail/message.ts'
import { messagesAbout } from '../../mail/outbox-admin.ts'
import { explainRefusal } from '../../mail/refusal-words.ts'
import { relativeTimeInParis } from '../../paris-time.ts'
import { type Desk, objectionsOf } from '../desk.ts'
import { nextOf, stateOf, whoOf } from '../lists.ts'
import { splitQuoted } from './split-quoted.ts'

/** Most leads of an address that are read, because anyone can send thousands with one address. */
const SENT_MAX = 20

export type Conversation = NonNullable<ReturnType<typeof readConversation>>

/** Returns a lead with all that belongs to it, in French; undefined for an unknown reference. */
export function readConversation(desk: Desk, reference: string) {
  const { db, clock } = desk
  const lead = findLead(db, reference)
  if (!lead) return undefined
  const now = clock()
  const form = formOf(lead)
  const all = leadsFrom(db, lead.email, SENT_MAX)
  const messages = messagesAbout(db, reference)
  const failed = messages.flatMap(({ message_id, failure }) => (failure ? [message_id] : []))
  const thread = threadOf(db, reference)
  const words = wordsOf(lead)
  const who = whoOf(lead, now)
  const next = nextOf(lead, desk)
  return {
    lead,
    who,
    /** Form and subject, on one line; a lead without words shows its answers in their place. */
    about: [form.deskTitle, words.length > 0 && aboutLead(lead, false)].filter(Boolean).join(' · '),
    /** What holds for it now, on one line. */
    state: [stateOf(lead) ?? [], ...next.words].flat().join(' · '),
    isLate: next.isLate,
    /** How it may end; undefined for the entry of a list. */
    outcomes: form.isList ? undefined : form.outcomes,
    /** What the person wrote in their own words: the long answers. */
    words,
    /** The other answers. */
    facts: deskAnswers(form, lead).filter(({ value }) => !words.some((each) => each.value === value)),
    thread: thread.map((row) => shownRow(row, who, desk, failed.includes(row.message_id ?? ''))),
    /** Id of the last message or answer that the page shows. */
    seen: Math.max(0, ...saidIn(thread).map(({ id }) => id)),
    received: `${reference}, reçu ${relativeTimeInParis(lead.created_at, now)}`,
    objects: objectionsOf(desk).has(lead.email),
    /** E-mails about the lead: kind, recipient and state. */
    messages: messages.map((message) => ({
      kind: labelOf(message.kind),
      to: message.recipient ?? 'vous',
      state: messageState(message, now),
      error: message.last_error && explainRefusal(message.last_error),
    })),
    /** Number of leads of the address, this one included. */
    count: all.length,
    /** Active sign-ups of the person, including this lead. */
    signUps: all
      .filter((other) => signUpState(other) !== undefined && !other.unsubscribed_at)
      .map((other) => ({ reference: other.reference, title: formOf(other).deskTitle })),
    isDisposable: isDisposable(lead, thread),
  }
}

/**
 * Returns a row of the thread as it is shown.
 * @param who name of the person
 * @param isFailed true if the e-mail of an answer did not arrive
 */
function shownRow(row: ThreadRow, who: string, desk: Desk, isFailed: boolean) {
  const { kind, at, author, text, files, from_address, subject } = row
  const isTheirs = kind === 'received'
  const by = isTheirs
    ? from_address
      ? `${from_address}, autre adresse`
      : who
    : authorName(author, desk.author, desk.mail?.colleagues)
  return {
    kind,
    /** Author, time and subject. */
    head: [by, relativeTimeInParis(at, desk.clock()), isTheirs && subject].filter(Boolean).join(', '),
    ...(isTheirs ? splitQuoted(text) : { own: text, quoted: '' }),
    files: files?.split('\n') ?? [],
    isFailed,
  }
}

/** Returns the long answers with their labels. */
function wordsOf(lead: Lead) {
  const form = formOf(lead)
  const long = Object.entries(form.fields).filter(([name, { kind }]) => kind === 'textarea' && lead[name])
  return deskAnswers({ ...form, fields: Object.fromEntries(long) }, lead)
}

/**
 * True for what may be thrown away without a word: what is suspected, and what nobody has answered or accepted, and no
 * law wants kept.
 */
export function isDisposable(lead: Lead, thread: readonly ThreadRow[]): boolean {
  if (lead.suspected_spam) return true
  const { isList, processing } = formOf(lead)
  if (isList || processing.legalBases.includes('obligation')) return false
  if (lead.outcome === 'accepted' || lead.keep_until || lead.suspended_at) return false
  return !thread.some(({ kind }) => kind === 'sent')
}
