import type { Form } from '../../forms/form.ts'
import { houseAnswers } from '../../forms/receipt.ts'

/**
 * Returns a row as plain text: one line with label and answer for each field, a long text below its label. Omits
 * fields without an answer.
 */
export function formatAnswers(form: Form, row: Record<string, string | number | null>): string {
  return houseAnswers(form, row)
    .map(({ label, value }) =>
      value.includes('\n') || value.length > 60 ? `${label} :\n${value}\n` : `${label} : ${value}`,
    )
    .join('\n')
    .trim()
}
