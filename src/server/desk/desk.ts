import { readValues } from '../../copy/facts/read-values.ts'
import { dayInParis } from '../../forms/calendar.ts'
import { isEmail } from '../../forms/fields.ts'
import type { Form } from '../../forms/form.ts'
import { WAITING } from '../../forms/states.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { correctLead } from '../leads/correct.ts'
import { exportSubmissions } from '../leads/exports/export-submissions.ts'
import { deadlineOf, lateBefore, promisesOf } from '../leads/follow-up/deadline.ts'
import {
  type ChangeResult,
  changeFollowUp,
  type FollowUpChange,
  recordOtherChange,
} from '../leads/follow-up/follow-up.ts'
import type { LinkAct } from '../leads/follow-up/lead-links.ts'
import { readToday, type TodayGroup } from '../leads/follow-up/today.ts'
import { countWork, type Selection, type Wanted, workPage } from '../leads/follow-up/worklist.ts'
import { deleteLeads, findLead, type Lead, releaseLead, signUpState } from '../leads/leads.ts'
import { endSignUp } from '../leads/lists/consent.ts'
import { describeErasure, erasePerson, findPerson, writePortableData } from '../leads/person.ts'
import { searchLeads } from '../leads/search.ts'
import type { DirectMail } from '../mail/direct-mail.ts'
import type { Outbox } from '../mail/outbox.ts'
import { messagesAbout } from '../mail/outbox-admin.ts'
import { daysAfter, startOfDayInParis } from '../paris-time.ts'
import type { KeyedHash } from '../people/keyed-hash.ts'
import { createObjections } from '../people/objections.ts'
import { readFigures } from './desk-figures.ts'
import { createLeadDrafts, type DraftFields } from './lead/lead-drafts.ts'
import { readLeadFile } from './lead/lead-file.ts'
import { createReplies, type NewReply } from './lead/replies.ts'
import { changeFor } from './list-lines.ts'

interface Needs {
  db: Database
  databasePath: string
  hash: KeyedHash
  clock: Clock
  /** Undefined if no SMTP server is configured. */
  mail: { outbox: Outbox; staff: readonly string[]; tell: DirectMail } | undefined
  /** Starts a run now if none is in progress. */
  wake: () => void
}

const PAGE_ROWS = 30
/** Leads of a group on the first page. */
const TODAY_ROWS = 20

/**
 * Returns a function that returns all operations of the desk for an author: the signed-in address, or BY_LINK; null if
 * unknown. The middleware sets them as `Astro.locals.desk` only for requests with a session. Arguments and results are
 * plain data.
 */
export function createDesk({ db, databasePath, hash, clock, mail, wake }: Needs) {
  const promises = promisesOf(readValues())
  const objections = createObjections(db, hash, clock)
  const drafts = createLeadDrafts(db, clock)
  const replies = createReplies(db, clock, mail?.outbox, drafts)

  const committed = <Given extends unknown[], Result>(act: (...given: Given) => Result) =>
    db.transaction(act).immediate as (...given: Given) => Result

  /** Applies a function to a suspected submission; returns false for any other. */
  const forSuspected = (act: (db: Database, reference: string) => void) =>
    committed((reference: string): boolean => {
      if (!findLead(db, reference)?.suspected_spam) return false
      act(db, reference)
      return true
    })
  const releaseSuspected = forSuspected(releaseLead)
  const erase = (email: string) => erasePerson(db, databasePath, hash, clock, email)

  /** Returns the day in Paris, AAAA-MM-JJ. */
  const today = () => dayInParis(clock())

  /** Returns today's work, most consequential group first. */
  function tasks(): TodayGroup[] {
    const endOfDay = new Date(startOfDayInParis(daysAfter(today(), 1)) ?? '')
    const dueBefore = lateBefore(endOfDay, promises).toISOString()
    return readToday(db, { today: today(), dueBefore, most: TODAY_ROWS })
  }

  return (author: string | null) => ({
    author,
    list: (wanted: Wanted) => workPage(db, wanted, PAGE_ROWS),
    count: (selection: Selection) => countWork(db, selection),
    /** Returns the lead only. */
    find: (reference: string) => findLead(db, reference),
    /** Returns a lead with all related data; reads the tables of every form. */
    lead: (reference: string) => readLeadFile(db, reference, mail !== undefined, clock()),
    /** Finds leads of any state that contain all the words, newest first; `more` is true if others match. */
    async search(words: string) {
      const leads = await searchLeads(db, words, PAGE_ROWS + 1)
      return { leads: leads.slice(0, PAGE_ROWS), more: leads.length > PAGE_ROWS }
    },
    today,
    tasks,
    /** See `deadlineOf`. */
    deadline: (lead: Lead, now: Date) => deadlineOf(lead, promises, now),
    /** Returns the next lead to answer, other than `but`; undefined if there is none today. */
    next: (but: string): Lead | undefined =>
      tasks()
        .filter(({ name }) => name !== 'suspectes' && name !== 'remboursements')
        .flatMap(({ leads }) => leads)
        .find(({ reference, remind_on }) => reference !== but && (remind_on ?? '') <= today()),
    changeFollowUp: committed(
      (reference: string, change: FollowUpChange, version: number): ChangeResult =>
        changeFollowUp(db, clock, reference, change, version, author),
    ),
    reply: committed((reply: NewReply) => replies.send(reply, author)),
    findReply: replies.find,
    takeBack: committed((id: number) => replies.takeBack(id, author)),
    draft: (reference: string) => drafts.find(author, reference),
    keepDraft: committed((reference: string, fields: DraftFields) => drafts.keep(author, reference, fields)),
    /**
     * Performs the action of a notice link; returns false for a lead that is already settled, because a user has
     * changed its state since.
     */
    settle: committed((act: LinkAct, reference: string) => {
      const lead = findLead(db, reference)
      if (!lead || !WAITING.includes(lead.state)) return false
      changeFollowUp(db, clock, reference, changeFor(act, lead, today()), lead.version, author)
      return true
    }),
    /** True if an SMTP server is configured. */
    sendsEmail: mail !== undefined,
    /** Releases the e-mails of a suspected submission; returns false if it is not suspected. */
    release(reference: string): boolean {
      const released = releaseSuspected(reference)
      wake()
      return released
    },
    /** Deletes a suspected submission; returns false if it is not suspected. */
    discard: forSuspected((_, reference) => deleteLeads(db, [{ reference }])),
    /** Exports a form's submissions for a spreadsheet. @param technical adds the columns for technicians */
    export: (form: Form, technical = false) => exportSubmissions(db, clock, () => objections, { form, technical }),
    figures: () => readFigures(db, clock()),
    /**
     * Corrects the address of a lead; a sign-up to a list must be confirmed again.
     * @returns `done` as in the URL of the page that follows: also if a confirmation was requested, or a failed reply
     * is sent again; or an error as a French sentence
     */
    correctAddress(reference: string, email: string): { done: string } | { problem: string } {
      const address = email.trim()
      const corrected = committed((): { done: string } | { problem: string } => {
        const lead = findLead(db, reference)
        if (!lead) return { problem: 'Cette demande n’existe plus.' }
        if (!isEmail(address)) return { problem: 'Écrivez l’adresse entière, comme nom@exemple.fr.' }
        if (address === lead.email) return { problem: 'C’est déjà cette adresse : rien n’est changé.' }
        const hasFailed = () => messagesAbout(db, reference).some(({ kind, failure }) => kind === 'reply' && failure)
        const failed = hasFailed()
        const errors = correctLead(db, clock, lead, { email: address }, author)
        if (errors) return { problem: Object.values(errors).join(' ') }
        if (mail && signUpState(findLead(db, reference) ?? lead) === 'non confirmée') return { done: 'confirmation' }
        return { done: failed && !hasFailed() ? 'repartie' : 'corrigee' }
      })()
      wake()
      return corrected
    },
    /** Ends a sign-up on request; returns false if it is not a sign-up or has ended. */
    unsubscribe: committed((reference: string) => {
      const lead = findLead(db, reference)
      const state = lead && signUpState(lead)
      if (!state || state === 'désinscrite') return false
      endSignUp(db, reference, clock().toISOString())
      recordOtherChange(db, clock, reference, 'désinscription, à sa demande', author)
      return true
    }),
    /** Returns all data about an e-mail address as a JSON file (RGPD art. 15 and 20). */
    personalData: (email: string) => writePortableData(findPerson(db, objections, email)),
    /** Describes the effects of an erasure as sentences. */
    erasure: (email: string) => describeErasure(db, email),
    /** Erases a person; returns the number of deleted submissions. */
    erase,
    /** Notifies a person, then erases them; if the e-mail is not sent, erases nothing and returns false. */
    async tellAndErase(email: string): Promise<boolean> {
      if (!(await mail?.tell.erased(email))) return false
      erase(email)
      return true
    },
    /** Bare addresses of MAIL_TO and MAIL_TO_<FORM>, which get tests of letters; empty without an SMTP server. */
    staff: mail?.staff ?? [],
    /** Sends repair requests to the operator; undefined if no SMTP server is configured. */
    tell: mail?.tell as Pick<DirectMail, 'repair' | 'hasOperator'> | undefined,
  })
}

export type DeskOf = ReturnType<typeof createDesk>
export type Desk = ReturnType<DeskOf>
