import { setImmediate as nextTurn } from 'node:timers/promises'
import { dayInParis } from '../../../forms/calendar.ts'
import type { Form } from '../../../forms/form.ts'
import { isList } from '../../../forms/index.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import type { Objections } from '../../people/objections.ts'
import { countLeads, type Lead, leadPages, type Period, signUpState } from '../leads.ts'
import { WRITABLE } from '../lists/sign-ups.ts'
import type { UnsubscribeLink } from '../lists/unsubscribe-links.ts'
import { type Added, exportColumns } from './columns.ts'
import { FORMATS, type FormatName } from './formats.ts'

/** What to export. */
export interface ExportOptions {
  form: Form
  format: FormatName
  /** All submissions by default. */
  period?: Period
  /** Of a mailing list, also those who did not confirm, who left or who object; by default those who may be written to. */
  everyone?: boolean
  /** Returns the unsubscribe link of each sign-up that may be written to; no such column by default. */
  linkOf?: UnsubscribeLink | undefined
  /** False leaves out technical columns, and what is suspected of spam, which then nothing would tell apart. */
  technical?: boolean
  /** Is told from time to time how many rows are done. */
  progress?: (rows: number) => void
}

/**
 * Exports the submissions of a form. The rows are read in pages while the file is written, and other requests are answered
 * in between, so that a list of any length needs little memory and holds up nobody.
 * @param objections who must not be written to
 */
export function exportSubmissions(db: Database, clock: Clock, objections: () => Objections, options: ExportOptions) {
  const { form, format, period = {}, everyone = false, linkOf, progress, technical = true } = options
  return {
    /** By date and content, such as 2026-11-22-lettre-d-information.xlsx. */
    name: `${dayInParis(clock())}-${fileWords(form.houseTitle)}.${format}`,
    /** Media type. */
    type: FORMATS[format].type,
    /** Submissions of the period, those that are left out included. */
    total: countLeads(db, form, period),
    /** Written while it is read. */
    bytes: FORMATS[format].write(exportColumns(form, linkOf !== undefined, technical), pages()),
  }

  async function* pages() {
    const subscribed = isList(form) && !everyone
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
    return isList(form) && objections().has(lead.email) ? 'opposition' : (signUpState(lead) ?? null)
  }

  function added(lead: Lead, state: Added['state']): Added {
    return { status: lead.state, state, unsubscribe_url: state === 'confirmée' ? (linkOf?.(lead) ?? null) : null }
  }
}

/** Words as the name of a file has them on every system and in every header. */
function fileWords(words: string): string {
  return words
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '')
}
