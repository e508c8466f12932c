import { setImmediate as nextTurn } from 'node:timers/promises'
import { dayInParis } from '../../forms/age.ts'
import type { Form } from '../../forms/form.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { isList } from '../privacy/consent.ts'
import type { Objections } from '../privacy/objections.ts'
import type { UnsubscribeLink } from '../privacy/unsubscribe-links.ts'
import { countLeads, type Lead, leadPages, type Period, signUpState } from '../submissions/leads.ts'
import { type ExportedLead, exportColumns } from './columns.ts'
import { FORMATS, type FormatName } from './formats.ts'

/** What to export. */
export interface ExportOptions {
  form: Form
  format: FormatName
  /** All submissions by default. */
  period?: Period
  /** Of a mailing list, also those who did not confirm, who left or who object; by default those who may be written to. */
  everyone?: boolean
  /** Gives the unsubscribe link of each sign-up that may be written to; no such column by default. */
  linkOf?: UnsubscribeLink | undefined
  /** Is told from time to time how many rows are done. */
  progress?: (rows: number) => void
}

/** A file that is written while it is read. */
export interface ExportFile {
  /** Such as hera-newsletter-2026-11-22.xlsx. */
  name: string
  /** Media type. */
  type: string
  /** Submissions of the period, those that are left out included. */
  total: number
  bytes: AsyncIterable<Uint8Array>
}

interface Surroundings {
  db: Database
  clock: Clock
  /** Who must not be written to. */
  objections: () => Objections
}

/**
 * Makes what exports the submissions of a form. The rows are read in pages while the file is written, and other requests
 * are answered in between, so that a list of any length needs little memory and holds up nobody.
 */
export function createExporter({ db, clock, objections }: Surroundings) {
  return (options: ExportOptions): ExportFile => {
    const { form, format, period = {}, linkOf } = options
    return {
      name: `hera-${form.name}-${dayInParis(clock())}.${format}`,
      type: FORMATS[format].type,
      total: countLeads(db, form, period),
      bytes: FORMATS[format].write(exportColumns(form, linkOf !== undefined), pages(options)),
    }
  }

  async function* pages(options: ExportOptions) {
    const { form, period = {}, linkOf, progress } = options
    const subscribed = onlySubscribed(options)
    let done = 0
    for (const leads of leadPages(db, form, period, subscribed)) {
      const all = leads.map((lead) => ({ ...lead, state: stateOf(form, lead), unsubscribe_url: null }))
      const page = subscribed ? all.filter(({ state }) => state === 'confirmée') : all
      yield linkOf ? addLinks(form, page, linkOf) : page
      done += page.length
      progress?.(done)
      await nextTurn()
    }
  }

  function stateOf(form: Form, lead: Lead): ExportedLead['state'] {
    return isList(form) && objections().has(String(lead.email)) ? 'opposition' : (signUpState(form, lead) ?? null)
  }

  function addLinks(form: Form, page: ExportedLead[], linkOf: UnsubscribeLink): ExportedLead[] {
    const add = (lead: ExportedLead) =>
      lead.state === 'confirmée' ? { ...lead, unsubscribe_url: linkOf(form, lead.reference) } : lead
    return db.transaction(() => page.map(add)).immediate()
  }
}

function onlySubscribed({ form, everyone = false }: ExportOptions): boolean {
  return isList(form) && !everyone
}
