import { clean } from '../../../forms/answer-schema.ts'
import type { PreparedReply } from '../../../forms/prepared-reply.ts'
import type { Input } from '../../http/request-body.ts'
import type { Lead } from '../../leads/leads.ts'
import { type AnswerFile, lastSaid } from '../../leads/thread.ts'
import type { Desk } from '../desk.ts'
import { type Conversation, readConversation } from './conversation.ts'

/** A field that may be refused. */
export type Field = 'reponse' | 'fichier' | 'note' | 'jour' | 'recu' | 'adresse' | 'garder_jusquau'

/** Result of an act, in French. */
export interface Said {
  text: string
  good: boolean
  /** Refused field. */
  field?: Field | undefined
}

/** State of the page of a conversation. */
export interface LeadPage extends Conversation {
  status: number
  message?: Said | undefined
  /** What was typed; a script of the page prefers what the browser kept. */
  typed: Readonly<Partial<Record<Field, string>>>
  /** Prepared answer whose outcome, reminder and files go with the answer. */
  chosen: PreparedReply | undefined
  /** Id of the last message or answer that the page shows. */
  seen: number
  /** True if the person objects to e-mail, so that only a second press sends the answer. */
  asksAgain?: boolean
  /** True if the text is ready to be sent with the owner's own mail program. */
  readyToMail?: boolean
}

/** A request to the page of a lead. */
export interface Post {
  request: Request
  desk: Desk
  lead: Lead
  /** Submitted form; {} if the page is only shown. */
  input: Input
  prepared: readonly PreparedReply[]
  /** Returns the conditions of sale and the withdrawal form as one file. */
  terms: () => Promise<AnswerFile>
}

/** Returns a submitted text; '' if it is missing or no text. */
export function textOf({ input }: Post, name: string): string {
  return clean(input[name]) ?? ''
}

/** Returns the prepared answer that the form names. */
export function chosenOf({ prepared, input }: Post): PreparedReply | undefined {
  return prepared.find(({ id }) => id === input.suite)
}

/** Returns the page with what was typed. Reads the lead anew, because the act may have changed it. */
export function pageOf(post: Post, own: Partial<LeadPage> = {}): LeadPage {
  const { desk, lead, input } = post
  const names: readonly Field[] = ['reponse', 'note', 'recu', 'adresse', 'garder_jusquau']
  const typed = names.flatMap((name) => (typeof input[name] === 'string' ? [[name, input[name]]] : []))
  return {
    ...(readConversation(desk, lead.reference) as Conversation),
    status: 200,
    typed: Object.fromEntries(typed),
    chosen: chosenOf(post),
    seen: lastSaid(desk.db, lead.reference),
    ...own,
  }
}

/** Returns the page with the result of an act. A page cannot keep a chosen file, so it says to choose it again. */
export function said(post: Post, { text, ...result }: Said, own: Partial<LeadPage> = {}): LeadPage {
  const { fichier } = post.input
  const again = fichier instanceof Blob && fichier.size > 0 && result.field !== 'fichier'
  const message = { ...result, text: again ? `${text} Joignez de nouveau le fichier.` : text }
  return pageOf(post, { status: result.good ? 200 : 422, message, ...own })
}

export const done = (text: string): Said => ({ text, good: true })
export const refused = (text: string, field?: Field): Said => ({ text, good: false, field })
