import { setImmediate as nextTurn } from 'node:timers/promises'
import { dayInParis } from '../../forms/calendar.ts'
import type { Field } from '../../forms/fields.ts'
import type { Form } from '../../forms/form.ts'
import { deskLabelOf } from '../../forms/receipt.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { shortTimeInParis } from '../paris-time.ts'
import type { Objections } from '../people/objections.ts'
import { leadStatusText } from './describe-lead.ts'
import { type Lead, leadPages, signUpState } from './leads.ts'
import { WRITABLE } from './lists/sign-ups.ts'

/** A column: its heading and the cell of a lead. */
type Column = readonly [heading: string, cell: (lead: Lead) => string | number | null]

/** A French Excel needs this mark to read UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Exports the submissions of a form as CSV for a spreadsheet. Reads the rows in pages while the file is written and
 * serves other requests in between, so that an export of any length needs little memory and blocks no request.
 * @param objections addresses that must not be written to
 * @param everyone includes suspected spam and, of a mailing list, unconfirmed and unsubscribed sign-ups and objections
 */
export function exportLeads(db: Database, clock: Clock, objections: () => Objections, form: Form, everyone = false) {
  const subscribed = form.isList && !everyone
  const stateOf = (lead: Lead) => (form.isList && objections().has(lead.email) ? 'opposition' : signUpState(lead))
  const columns: readonly Column[] = [
    ['Référence', ({ reference }) => reference],
    ['Reçu le', ({ created_at }) => shortTimeInParis(created_at)],
    ...Object.entries(form.fields).map(
      ([name, field]): Column => [deskLabelOf(field), (lead) => cellOf(field, lead[name])],
    ),
    ...(form.isList
      ? ([
          ['État', (lead) => stateOf(lead) ?? null],
          ['Confirmé le', ({ confirmed_at: at }) => (at ? shortTimeInParis(String(at)) : null)],
          ['Désinscrit le', ({ unsubscribed_at: at }) => (at ? shortTimeInParis(String(at)) : null)],
        ] satisfies Column[])
      : ([['Suivi', (lead) => leadStatusText(lead)]] satisfies Column[])),
  ]

  let done = 0
  return {
    /** File name, such as «2026-11-22 Lettre d’information.csv». */
    name: `${dayInParis(clock())} ${form.deskTitle}.csv`,
    /** Number of submissions written so far. */
    written: () => done,
    /** Contents of the file, generated while they are read. */
    bytes: write(),
  }

  async function* write(): AsyncIterable<Uint8Array> {
    yield Buffer.from(BYTE_ORDER_MARK + csvLine(columns.map(([heading]) => heading)))
    for (const leads of leadPages(db, form, everyone ? 'true' : subscribed ? WRITABLE : 'suspected_spam = 0')) {
      const page = leads.filter((lead) => !subscribed || stateOf(lead) === 'confirmée')
      yield Buffer.from(page.map((lead) => csvLine(columns.map(([, cell]) => cell(lead)))).join(''))
      done += page.length
      await nextTurn()
    }
  }
}

/** Returns the label of a choice, oui, a number, or the text. */
function cellOf({ kind, options }: Field, value: string | number | null | undefined): string | number | null {
  if (value === null || value === undefined) return null
  if (kind === 'checkbox') return 'oui'
  if (kind === 'integer' || kind === 'measure') return Number(value)
  return options?.[String(value)] ?? String(value)
}

/** Returns a line of a CSV file (RFC 4180) with semicolons between the cells, as a French Excel expects. */
function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(';')}\r\n`
}

/**
 * Returns a cell. Prefixes an apostrophe to text that a spreadsheet would run as a formula
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export function csvCell(value: string | number | null): string {
  // With a decimal comma, as a French Excel expects.
  if (typeof value === 'number') return String(value).replace('.', ',')
  const text = value ?? ''
  const safe = /^[\s\u00A0]*[=+\-@\t\r\n＝＋－＠|%]/.test(text) ? `'${text}` : text
  return /[";\r\n\t,]/.test(safe) || safe !== text ? `"${safe.replaceAll('"', '""')}"` : safe
}
