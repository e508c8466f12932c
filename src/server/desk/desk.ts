import { dayInParis } from '../../forms/age.ts'
import type { Form } from '../../forms/form.ts'
import type { Clock } from '../clock.ts'
import type { Commit } from '../database/commit.ts'
import type { Database } from '../database/database.ts'
import { lateBefore } from '../leads/answer-by.ts'
import { createExporter, type ExportFile } from '../leads/exports/export-submissions.ts'
import type { FormatName } from '../leads/exports/formats.ts'
import { type Changed, changeFollowUp } from '../leads/follow-up.ts'
import type { LinkAct } from '../leads/lead-links.ts'
import { deleteLead, findLead, type Lead, type Period, releaseLead } from '../leads/leads.ts'
import { readToday, type TodayGroup } from '../leads/today.ts'
import { countWork, type Selection, searchLeads, type Wanted, type WorkPage, workPage } from '../leads/worklist.ts'
import type { Tell } from '../messages/tell.ts'
import type { MessageKind } from '../outbox/kinds.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { Policy } from '../outbox/policy.ts'
import { dayAfter, startOfDayInParis } from '../paris-time.ts'
import type { HashEmail } from '../people/email-hash.ts'
import { createObjections } from '../people/objections.ts'
import { actByLink } from './act-by-link.ts'
import { type DeskFigures, readFigures } from './desk-figures.ts'
import { createDrafts, type Drafts } from './lead-drafts.ts'
import { type LeadFile, readLeadFile } from './lead-file.ts'
import { createPersonActs, type PersonActs } from './person-acts.ts'
import { createReplies, type Replies, type Reply } from './replies.ts'

/**
 * What the pages of the desk call. The middleware hands it to those requests alone that carry a session, as
 * `Astro.locals.desk`. Arguments and results are plain data.
 */
export interface Desk extends PersonActs {
  list(wanted: Wanted): Promise<WorkPage>
  /** Leads of every state that hold all the words, the newest first. */
  search(words: string): Promise<Lead[]>
  /** What there is to do, by consequence. @param hours within which the house promises an answer */
  today(hours: number, most?: number): TodayGroup[]
  /** The lead to do next, but for one; undefined where nothing waits. */
  next(hours: number, but: string): Lead | undefined
  /** Counts what the list shows without words. @param before only what arrived before, UTC ISO text */
  count(selection: Selection, before?: string): number
  /** A lead with all that the house has about it: reads the tables of every form. */
  lead(reference: string): LeadFile | undefined
  /** The lead alone. */
  find(reference: string): Lead | undefined
  changeFollowUp(
    reference: string,
    change: { state?: unknown; note?: unknown; remindOn?: unknown },
    version: number,
    author?: string | null,
  ): Promise<Changed>
  /** Answers a lead: see Replies.send. */
  reply(...given: Parameters<Replies['send']>): Promise<ReturnType<Replies['send']>>
  /** An answer of the house; `waits` until its e-mail has begun to go. */
  findReply(id: number): (Reply & { waits: boolean }) | undefined
  /** Takes an answer back that has not begun to go. */
  takeBack(id: number, author: string | null): Promise<Reply | undefined>
  draft: Drafts['find']
  keepDraft(...given: Parameters<Drafts['keep']>): Promise<void>
  dropDraft(...given: Parameters<Drafts['drop']>): Promise<void>
  /** Does what a link of a notice says; undefined for a lead that is gone. */
  actByLink(act: LinkAct, reference: string): Promise<Lead | undefined>
  /** True where e-mail goes. */
  sendsEmail: boolean
  /** Lets the e-mails of a suspected submission go; false when it is not suspected. */
  release(reference: string): Promise<boolean>
  /** Removes a suspected submission; false when it is not suspected. */
  discard(reference: string): Promise<boolean>
  /** A file of a form's submissions, for a spreadsheet. @param technical with the columns that only a technician needs */
  export(form: Form, format: FormatName, period: Period, technical?: boolean): ExportFile
  figures(): DeskFigures
  /** Bare addresses of the house, which get the trials of its letters; none where no e-mail is sent. */
  house: readonly string[]
  /** Asks whoever looks after the server for help; undefined where no e-mail is sent. */
  tell: Pick<Tell, 'repair' | 'hasOperator'> | undefined
}

interface Needs {
  db: Database
  databasePath: string
  hash: HashEmail
  clock: Clock
  commit: Commit
  kinds: readonly MessageKind[]
  /** Tells why an e-mail waits; undefined where no e-mail is sent. */
  policy: Policy | undefined
  /** Undefined where no e-mail is sent. */
  outbox: Outbox | undefined
  house: readonly string[]
  /** What goes straight to the mail server; undefined where no e-mail is sent. */
  tell: Tell | undefined
  /** Says that a message may be waiting. */
  wake: () => void
}

/** Rows of a page of the list. */
const PAGE_ROWS = 30
/** Leads of a group that the first page shows. */
const TODAY_ROWS = 20

export function createDesk(needs: Needs): Desk {
  const { db, databasePath, hash, clock, commit, kinds, policy, outbox, house, tell, wake } = needs
  const objections = createObjections(db, hash, clock)
  const exportSubmissions = createExporter({ db, clock, objections: () => objections })

  /** Does something to a suspected submission; false when it is none. */
  function onSuspected(reference: string, act: (reference: string) => void): Promise<boolean> {
    return commit(() => {
      if (!findLead(db, reference)?.suspected_spam) return false
      act(reference)
      return true
    })
  }

  const drafts = createDrafts(db, clock)
  const replies = createReplies({ db, clock, outbox, drafts })

  function today(hours: number, most = TODAY_ROWS): TodayGroup[] {
    const day = dayInParis(clock())
    const endOfDay = new Date(startOfDayInParis(dayAfter(day)) ?? '')
    return readToday(db, { today: day, dueBefore: lateBefore(endOfDay, hours).toISOString(), most })
  }

  return {
    list: (wanted) => workPage(db, wanted, PAGE_ROWS),
    count: (selection, before) => countWork(db, { selection }, before),
    find: (reference) => findLead(db, reference),
    lead: (reference) => readLeadFile(db, reference, kinds, policy, clock()),
    search: (words) => searchLeads(db, words, PAGE_ROWS),
    today,
    next: (hours, but) =>
      today(hours, 2)
        .filter(({ name }) => name !== 'suspectes')
        .flatMap(({ leads }) => leads)
        .find(({ reference }) => reference !== but),
    changeFollowUp: (reference, change, version, author = null) =>
      commit(() => {
        const changed = changeFollowUp(db, clock, reference, change, version, author)
        if (changed.kind === 'changed') drafts.drop(author, reference)
        return changed
      }),
    reply: (...given) => commit(() => replies.send(...given)),
    findReply: (id) => replies.find(id),
    takeBack: (...given) => commit(() => replies.takeBack(...given)),
    draft: drafts.find,
    keepDraft: (...given) => commit(() => drafts.keep(...given)),
    dropDraft: (...given) => commit(() => drafts.drop(...given)),
    actByLink: (act, reference) => commit(() => actByLink(db, clock, act, reference)),
    sendsEmail: outbox !== undefined,
    async release(reference) {
      const released = await onSuspected(reference, (suspected) => releaseLead(db, suspected))
      wake()
      return released
    },
    discard: (reference) => onSuspected(reference, (suspected) => deleteLead(db, suspected)),
    export: (form, format, period, technical = false) => exportSubmissions({ form, format, period, technical }),
    figures: () => readFigures(db, clock()),
    ...createPersonActs({ db, databasePath, hash, clock, commit, objections, tell, wake }),
    house,
    tell,
  }
}
