import { setImmediate as nextTurn } from 'node:timers/promises'
import { dayInParis } from '../../../forms/calendar.ts'
import type { Form } from '../../../forms/form.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import type { Objections } from '../../people/objections.ts'
import { countLeads, type Lead, leadPages, type Period, signUpState } from '../leads.ts'
import type { UnsubscribeLink } from '../lists/consent.ts'
import { WRITABLE } from '../lists/sign-ups.ts'
import { type Added, exportColumns } from './columns.ts'
import { CSV_TYPE, writeCsv } from './formats.ts'

export interface ExportOptions {
  form: Form
  /** All submissions by default. */
  period?: Period
  /**
   * For a mailing list: includes unconfirmed and unsubscribed sign-ups and objections, which are omitted by default.
   */
  everyone?: boolean
  /** Returns the unsubscribe link of each sign-up that may be written to; no such column by default. */
  linkOf?: UnsubscribeLink | undefined
  /** False omits technical columns and suspected spam, which could not be told apart without its column. */
  technical?: boolean
  /** Called after each page with the number of rows written. */
  progress?: (rows: number) => void
}

/**
 * Exports the submissions of a form. Reads the rows in pages while the file is written and serves other requests in
 * between, so that an export of any length needs little memory and blocks no request.
 * @param objections addresses that must not be written to
 */
export function exportSubmissions(db: Database, clock: Clock, objections: () => Objections, options: ExportOptions) {
  const { form, period = {}, everyone = false, linkOf, progress, technical = true } = options
  return {
    /** File name, such as 2026-11-22-lettre-d-information.csv. */
    name: `${dayInParis(clock())}-${fileWords(form.deskTitle)}.csv`,
    /** Media type. */
    type: CSV_TYPE,
    /** Number of submissions in the period, including those that the file omits. */
    total: countLeads(db, form, period),
    /** Contents of the file, generated while they are read. */
    bytes: writeCsv(exportColumns(form, linkOf !== undefined, technical), pages()),
  }

  async function* pages() {
    const subscribed = form.isList && !everyone
    const condition = subscribed ? WRITABLE : technical ? undefined : 'suspected_spam = 0'
    let done = 0
    for (const leads of leadPages(db, form, period, condition)) {
      const page = leads
        .map((lead) => ({ lead, state: stateOf(lead) }))
        .filter(({ state }) => !subscribed || state === 'confirmée')
      const rows = () => page.map(({ lead, state }) => ({ ...lead, ...added(lead, state) }))
      yield linkOf ? db.transaction(rows).immediate() : rows()
      done += page.length
      progress?.(done)
      await nextTurn()
    }
  }

  function stateOf(lead: Lead): Added['state'] {
    return form.isList && objections().has(lead.email) ? 'opposition' : (signUpState(lead) ?? null)
  }

  function added(lead: Lead, state: Added['state']): Added {
    return { status: lead.state, state, unsubscribe_url: state === 'confirmée' ? (linkOf?.(lead) ?? null) : null }
  }
}

/** Returns a text in lower-case ASCII with hyphens, valid in file names and HTTP headers. */
function fileWords(words: string): string {
  return words
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '')
}
