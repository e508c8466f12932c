import { dayInParis } from '../../forms/calendar.ts'
import type { Form } from '../../forms/form.ts'
import type { Database } from '../database/database.ts'
import { exportSubmissions } from '../leads/exports/export-submissions.ts'
import type { FormatName } from '../leads/exports/formats.ts'
import { lateBefore } from '../leads/follow-up/answer-by.ts'
import { type Changed, changeFollowUp, type FollowUpChange } from '../leads/follow-up/follow-up.ts'
import type { LinkAct } from '../leads/follow-up/lead-links.ts'
import { readToday, type TodayGroup } from '../leads/follow-up/today.ts'
import { countWork, type Selection, type Wanted, workPage } from '../leads/follow-up/worklist.ts'
import { deleteLeads, findLead, type Lead, releaseLead } from '../leads/leads.ts'
import { searchLeads } from '../leads/search.ts'
import type { Tell } from '../messages/tell.ts'
import type { MessageKind } from '../outbox/kinds.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { Policy } from '../outbox/policy.ts'
import { daysAfter, startOfDayInParis } from '../paris-time.ts'
import { createObjections } from '../people/objections.ts'
import { readFigures } from './desk-figures.ts'
import { actByLink } from './lead/act-by-link.ts'
import { createDrafts } from './lead/lead-drafts.ts'
import { readLeadFile } from './lead/lead-file.ts'
import { createPersonActs, type PersonNeeds } from './lead/person-acts.ts'
import { createReplies } from './lead/replies.ts'

interface Needs extends PersonNeeds {
  kinds: readonly MessageKind[]
  /** Tells why an e-mail waits; undefined where no e-mail is sent. */
  policy: Policy | undefined
  /** Undefined where no e-mail is sent. */
  outbox: Outbox | undefined
  house: readonly string[]
}

/** Rows of a page of the list. */
const PAGE_ROWS = 30
/** Leads of a group that the first page shows. */
const TODAY_ROWS = 20

/**
 * Makes what the pages of the desk call. The middleware hands it to those requests alone that carry a session, as
 * `Astro.locals.desk`. Arguments and results are plain data.
 */
export function createDesk(needs: Needs) {
  const { db, hash, clock, commit, kinds, policy, outbox, house, tell, wake } = needs
  const objections = createObjections(db, hash, clock)
  const drafts = createDrafts(db, clock)
  const replies = createReplies(db, clock, outbox, drafts)

  /** The same in a commit. */
  const committed =
    <Given extends unknown[], Result>(act: (...given: Given) => Result) =>
    (...given: Given): Promise<Result> =>
      commit(() => act(...given))

  /** Does something to a suspected submission; false when it is none. */
  const onSuspected = (act: (db: Database, reference: string) => void) =>
    committed((reference: string): boolean => {
      if (!findLead(db, reference)?.suspected_spam) return false
      act(db, reference)
      return true
    })
  const letGo = onSuspected(releaseLead)

  /** What there is to do, by consequence. @param hours within which the house promises an answer */
  function today(hours: number, most = TODAY_ROWS): TodayGroup[] {
    const day = dayInParis(clock())
    const endOfDay = new Date(startOfDayInParis(daysAfter(day, 1)) ?? '')
    return readToday(db, { today: day, dueBefore: lateBefore(endOfDay, hours).toISOString(), most })
  }

  return {
    list: (wanted: Wanted) => workPage(db, wanted, PAGE_ROWS),
    count: (selection: Selection) => countWork(db, selection),
    /** The lead alone. */
    find: (reference: string) => findLead(db, reference),
    /** A lead with all that the house has about it: reads the tables of every form. */
    lead: (reference: string) => readLeadFile(db, reference, kinds, policy, clock()),
    /** Leads of every state that hold all the words, the newest first; `more` where there are others than these. */
    async search(words: string) {
      const leads = await searchLeads(db, words, PAGE_ROWS + 1)
      return { leads: leads.slice(0, PAGE_ROWS), more: leads.length > PAGE_ROWS }
    },
    today,
    /** The lead to answer next, but for one; undefined where none waits for words today. */
    next(hours: number, but: string): Lead | undefined {
      const day = dayInParis(clock())
      return today(hours)
        .filter(({ name }) => name !== 'suspectes' && name !== 'remboursements')
        .flatMap(({ leads }) => leads)
        .find(({ reference, remind_on }) => reference !== but && (remind_on ?? day) <= day)
    },
    changeFollowUp: committed(
      (reference: string, change: FollowUpChange, version: number, author: string | null = null): Changed =>
        changeFollowUp(db, clock, reference, change, version, author),
    ),
    reply: committed(replies.send),
    findReply: replies.find,
    takeBack: committed(replies.takeBack),
    draft: drafts.find,
    keepDraft: committed(drafts.keep),
    /** Does what a link of a notice says; false for a lead that waits for nothing any more. */
    actByLink: committed((act: LinkAct, reference: string) => actByLink(db, clock, act, reference)),
    /** True where e-mail goes. */
    sendsEmail: outbox !== undefined,
    /** Lets the e-mails of a suspected submission go; false when it is not suspected. */
    async release(reference: string): Promise<boolean> {
      const released = await letGo(reference)
      wake()
      return released
    },
    /** Removes a suspected submission; false when it is not suspected. */
    discard: onSuspected((_, reference) => deleteLeads(db, [reference])),
    /** A file of a form's submissions, for a spreadsheet. @param technical with the columns that only a technician needs */
    export: (form: Form, format: FormatName, technical = false) =>
      exportSubmissions(db, clock, () => objections, { form, format, technical }),
    figures: () => readFigures(db, clock()),
    ...createPersonActs(needs, objections),
    /** Bare addresses of the house, which get the trials of its letters; none where no e-mail is sent. */
    house,
    /** Asks whoever looks after the server for help; undefined where no e-mail is sent. */
    tell: tell as Pick<Tell, 'repair' | 'hasOperator'> | undefined,
  }
}

export type Desk = ReturnType<typeof createDesk>
