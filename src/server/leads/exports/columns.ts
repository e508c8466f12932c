import type { Field } from '../../../forms/fields.ts'
import type { Form } from '../../../forms/form.ts'
import { deskLabelOf } from '../../../forms/receipt.ts'
import { shortTimeInParis } from '../../paris-time.ts'
import type { Lead, signUpState } from '../leads.ts'

/** Value of a database column: a time is UTC ISO 8601, a day AAAA-MM-JJ, yes is 1 and no is 0. */
export type Value = string | number | null | undefined

/** A column of an export. */
export interface Column {
  /** Name of the database column, or of what an export adds. */
  key: string
  /** Its heading in a spreadsheet. */
  heading: string
  kind: 'text' | 'number' | 'time' | 'day' | 'yes-no'
  /** Labels that a spreadsheet shows instead of the values of a choice. */
  labels?: Readonly<Record<string, string>>
}

/** Columns that an export adds to a lead; `status` is the state of the lead itself. */
export interface Added {
  status: Lead['state']
  /** State of a sign-up in French, «opposition» after an objection; null for other forms. */
  state: NonNullable<ReturnType<typeof signUpState>> | 'opposition' | null
  unsubscribe_url: string | null
}

/**
 * Returns the columns of a form in order: reference and time, answers, state of the sign-up or follow-up, technical
 * columns, unsubscribe link.
 * @param links includes the unsubscribe link of each sign-up
 * @param technical includes columns for the operator
 */
export function exportColumns(form: Form, links: boolean, technical: boolean): Column[] {
  return [
    { key: 'reference', heading: 'Référence', kind: 'text' },
    { key: 'created_at', heading: 'Reçu le', kind: 'time' },
    ...Object.entries(form.fields).map(([key, field]) => fieldColumn(key, field)),
    ...(form.isList ? SIGN_UP_COLUMNS : FOLLOW_UP_COLUMNS),
    ...(technical ? TECHNICAL_COLUMNS : []),
    ...(links ? [UNSUBSCRIBE_COLUMN] : []),
  ]
}

const SIGN_UP_COLUMNS: readonly Column[] = [
  { key: 'state', heading: 'État', kind: 'text' },
  { key: 'confirmed_at', heading: 'Confirmé le', kind: 'time' },
  { key: 'unsubscribed_at', heading: 'Désinscrit le', kind: 'time' },
]
const FOLLOW_UP_COLUMNS: readonly Column[] = [
  { key: 'status', heading: 'Suivi', kind: 'text' },
  { key: 'note', heading: 'Note de la maison', kind: 'text' },
  { key: 'remind_on', heading: 'Rappel', kind: 'day' },
]
const TECHNICAL_COLUMNS: readonly Column[] = [
  { key: 'page', heading: 'Envoyé depuis', kind: 'text' },
  { key: 'notice_version', heading: 'Version de la notice', kind: 'text' },
  { key: 'suspected_spam', heading: 'Suspect', kind: 'yes-no' },
  { key: 'keep_until', heading: 'Gardé jusqu’au', kind: 'day' },
]
const UNSUBSCRIBE_COLUMN: Column = { key: 'unsubscribe_url', heading: 'Lien de désinscription', kind: 'text' }

function fieldColumn(key: string, field: Field): Column {
  const { kind, options } = field
  const kinds: Partial<Record<Field['kind'], Column['kind']>> = {
    integer: 'number',
    measure: 'number',
    date: 'day',
    checkbox: 'yes-no',
  }
  return { key, heading: deskLabelOf(field), kind: kinds[kind] ?? 'text', ...(options && { labels: options }) }
}

/**
 * Characters that XML 1.0 (§2.2) forbids. New answers contain none; one in an old answer would make the file
 * unreadable.
 */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const WORDS = ['non', 'oui']

/**
 * Returns the spreadsheet value of a cell: the label of a choice, oui or non, a time in Paris as 2026-11-21 10:04, a
 * day as 2026-11-21. Spreadsheets in any language recognize both as dates.
 */
export function spreadsheetCell({ kind, labels }: Column, value: Value): string | number | null {
  if (value === null || value === undefined) return null
  switch (kind) {
    case 'number':
      return Number(value)
    case 'yes-no':
      return WORDS[Number(value)] ?? null
    case 'time':
      return shortTimeInParis(String(value))
    case 'day':
    case 'text':
      return labels?.[String(value)] ?? String(value).replace(NOT_XML, '')
  }
}
