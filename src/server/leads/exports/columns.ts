import type { Field } from '../../../forms/fields.ts'
import type { Form } from '../../../forms/form.ts'
import { isList } from '../../../forms/index.ts'
import { houseLabel } from '../../../forms/receipt.ts'
import type { Lead, signUpState } from '../leads.ts'

/** What the database holds: a time is UTC ISO 8601, a day AAAA-MM-JJ, yes is 1 and no is 0. */
export type Value = string | number | null | undefined

/** A column of an export. */
export interface Column {
  /** Its name in a file for programs: that of the database. */
  key: string
  /** Its heading in a spreadsheet. */
  heading: string
  kind: 'text' | 'number' | 'time' | 'day' | 'yes-no'
  /** What a spreadsheet shows for a value, where that differs: the labels of a choice. */
  labels?: Readonly<Record<string, string>>
}

/** What an export adds to a lead, whose own state is its column «status». */
export interface Added {
  status: Lead['state']
  /** Of a sign-up, in French: may it be written to. */
  state: NonNullable<ReturnType<typeof signUpState>> | 'opposition' | null
  unsubscribe_url: string | null
}

/**
 * The columns of a form, in their order: when, the answers, where a sign-up or the house stands, what is known.
 * @param links the unsubscribe link of each sign-up too
 * @param technical what is of use to whoever looks after the site too
 */
export function exportColumns(form: Form, links: boolean, technical: boolean): Column[] {
  return [
    { key: 'reference', heading: 'Référence', kind: 'text' },
    { key: 'created_at', heading: 'Reçu le', kind: 'time' },
    ...Object.entries(form.fields).map(([key, field]) => fieldColumn(key, field)),
    ...(isList(form) ? SIGN_UP_COLUMNS : FOLLOW_UP_COLUMNS),
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
  return { key, heading: houseLabel(field), kind: kinds[kind] ?? 'text', ...(options && { labels: options }) }
}
