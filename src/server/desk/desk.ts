import type { Form } from '../../forms/form.ts'
import type { Clock } from '../clock.ts'
import type { Commit } from '../database/commit.ts'
import type { Database } from '../database/database.ts'
import { createExporter, type ExportFile } from '../exports/export-submissions.ts'
import type { FormatName } from '../exports/formats.ts'
import type { Policy } from '../mail/policy.ts'
import type { HashEmail } from '../privacy/email-hash.ts'
import { createObjections } from '../privacy/objections.ts'
import { describeErasure, erasePerson, findPerson } from '../privacy/person.ts'
import { type Changed, changeFollowUp } from '../submissions/follow-up.ts'
import { deleteLead, type FoundLead, findLead, type Period } from '../submissions/leads.ts'
import { releaseSuspected } from '../submissions/spam.ts'
import { countWork, type Selection, type Wanted, type WorkPage, workPage } from '../submissions/worklist.ts'
import { type DeskFigures, readFigures } from './desk-figures.ts'
import { type LeadFile, readLeadFile } from './lead-file.ts'
import { createPreviews, type Previews } from './letters/previews.ts'

/**
 * What the pages of the desk call. The middleware hands it to those requests alone that carry a session, as
 * `Astro.locals.desk`. Arguments and results are plain data.
 */
export interface Desk {
  list(wanted: Wanted): Promise<WorkPage>
  /** Counts what the list shows without words. @param before only what arrived before, UTC ISO text */
  count(selection: Selection, before?: string): number
  lead(reference: string): LeadFile | undefined
  changeFollowUp(
    reference: string,
    change: { state?: unknown; note?: unknown; remindOn?: unknown },
    version: number,
  ): Promise<Changed>
  /** Lets the e-mails of a suspected submission go; false when it is not suspected. */
  release(reference: string): Promise<boolean>
  /** Removes a suspected submission; false when it is not suspected. */
  discard(reference: string): Promise<boolean>
  /** A file of a form's submissions, for a spreadsheet. */
  export(form: Form, format: FormatName, period: Period): ExportFile
  figures(): DeskFigures
  /** What the erasure of an address would remove, as sentences. */
  erasure(email: string): string[]
  /** Erases a person; gives how many submissions were removed. */
  erase(email: string): number
  /** Bare addresses of the house, which get the trials of its letters; none where no e-mail is sent. */
  house: readonly string[]
  previews: Previews
}

interface Needs {
  db: Database
  databasePath: string
  hash: HashEmail
  clock: Clock
  commit: Commit
  /** Tells why an e-mail waits; undefined where no e-mail is sent. */
  policy: Policy | undefined
  house: readonly string[]
  /** Says that a message may be waiting. */
  wake: () => void
}

/** Rows of a page of the list. */
const PAGE_ROWS = 30

export function createDesk({ db, databasePath, hash, clock, commit, policy, house, wake }: Needs): Desk {
  const objections = createObjections(db, hash, clock)
  const exportSubmissions = createExporter({ db, clock, objections: () => objections })

  /** Does something to a suspected submission; false when it is none. */
  function onSuspected(reference: string, act: (found: FoundLead) => void): Promise<boolean> {
    return commit(() => {
      const found = findLead(db, reference)
      if (!found?.lead.suspected_spam) return false
      act(found)
      return true
    })
  }

  return {
    list: (wanted) => workPage(db, wanted, PAGE_ROWS),
    count: (selection, before) => countWork(db, { selection }, before),
    lead: (reference) => readLeadFile(db, reference, policy),
    changeFollowUp: (reference, change, version) => commit(() => changeFollowUp(db, clock, reference, change, version)),
    async release(reference) {
      const released = await onSuspected(reference, ({ form }) => releaseSuspected(db, form, reference))
      wake()
      return released
    },
    discard: (reference) => onSuspected(reference, ({ form }) => deleteLead(db, form, reference)),
    export: (form, format, period) => exportSubmissions({ form, format, period }),
    figures: () => readFigures(db, clock()),
    erasure: (email) => describeErasure(findPerson(db, objections, email)),
    erase: (email) => erasePerson(db, databasePath, hash, clock, email),
    house,
    previews: createPreviews(),
  }
}
