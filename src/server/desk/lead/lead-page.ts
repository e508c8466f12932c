import type { PreparedReply } from '../../../forms/prepared-reply.ts'
import type { Input } from '../../http/request-body.ts'
import type { Lead } from '../../leads/leads.ts'
import type { AnswerFile } from '../../leads/thread.ts'
import type { Desk } from '../desk.ts'
import { type Conversation, readConversation } from './conversation.ts'

/** A field that may be refused. */
export type Field = 'reponse' | 'fichier' | 'note' | 'jour' | 'recu' | 'adresse' | 'garder_jusquau'

/** State of the page of a conversation. */
export interface LeadPage extends Conversation {
  status: number
  /** Result of an act, in French; `field` is the refused one. */
  message?: { text: string; good: boolean; field?: Field | undefined } | undefined
  /** What was typed; a script of the page prefers what the browser kept. */
  typed: Readonly<Partial<Record<Field, string>>>
  /** Prepared answer whose outcome, reminder and files go with the answer. */
  chosen: PreparedReply | undefined
  /** True if the person objects to e-mail, so that only a second press sends the answer. */
  asksAgain?: boolean
  /** True if the text is ready to be sent with the owner's own mail program. */
  readyToMail?: boolean
}

/** A request to the page of a lead. */
export interface Post {
  desk: Desk
  lead: Lead
  /** Submitted form; {} if the page is only shown. */
  input: Input
  prepared: readonly PreparedReply[]
  /** Returns the conditions of sale and the withdrawal form as one file. */
  terms: () => Promise<AnswerFile>
}

/** What an act changes of the page, or where it leads; undefined if the lead has no such act. */
export type Done = Partial<LeadPage> | Response | undefined

/**
 * An act of a lead by the name that its button sends as `action`.
 * @param what argument of the button, after a colon
 */
export type NamedAct = readonly [name: string, act: (post: Post, what: string) => Done | Promise<Done>]

/** Returns the prepared answer that the form names. */
export function chosenOf({ prepared, input }: Post): PreparedReply | undefined {
  return prepared.find(({ id }) => id === input.suite)
}

/** Result of an act that was done, in French. */
export function done(text: string, own: Partial<LeadPage> = {}): Partial<LeadPage> {
  return { message: { text, good: true }, ...own }
}

/** Result of an act that was refused: how to mend it, in French, beside its field if it has one. */
export function refused(text: string, field?: Field, own: Partial<LeadPage> = {}): Partial<LeadPage> {
  return { status: 422, message: { text, good: false, field }, ...own }
}

/** Returns why a field of the page was refused; undefined if it was not. */
export function faultOf({ message }: LeadPage, name: Field): string | undefined {
  return message?.field === name ? message.text : undefined
}

/** Says in French that a text is too long; undefined if it is not. @param what such as «La note» */
export function tooLong(what: string, { length }: string, max: number): string | undefined {
  if (length <= max) return undefined
  return `${what} compte ${length.toLocaleString('fr-FR')} caractères : ramenez-la à ${max.toLocaleString('fr-FR')} au plus.`
}

/**
 * Returns the page with what was typed and the result of an act; undefined if the lead is gone, as a sign-up is after
 * an objection. A page cannot keep a chosen file, so it says to choose it again.
 */
export function pageOf(post: Post, { message, typed, ...own }: Partial<LeadPage> = {}): LeadPage | undefined {
  const { desk, lead, input } = post
  const conversation = readConversation(desk, lead.reference)
  if (!conversation) return undefined
  const names: readonly Field[] = ['reponse', 'note', 'recu', 'adresse', 'garder_jusquau']
  const texts = names.flatMap((name) => (typeof input[name] === 'string' ? [[name, input[name]]] : []))
  const isLost = input.fichier instanceof Blob && input.fichier.size > 0 && message?.field !== 'fichier'
  return {
    ...conversation,
    status: 200,
    message: message && { ...message, text: isLost ? `${message.text} Joignez de nouveau le fichier.` : message.text },
    typed: { ...Object.fromEntries(texts), ...typed },
    chosen: chosenOf(post),
    ...own,
  }
}
