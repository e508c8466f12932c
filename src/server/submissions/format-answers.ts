import type { Form } from '../../forms/form.ts'

/**
 * A row as plain text: one line with label and answer for each field, a long text below its label. Fields without an
 * answer are left out.
 */
export function formatAnswers(form: Form, row: Record<string, string | number | null>): string {
  return labelledAnswers(form, row)
    .map(({ label, value }) =>
      value.includes('\n') || value.length > 60 ? `${label} :\n${value}\n` : `${label} : ${value}`,
    )
    .join('\n')
    .trim()
}

/** Label and answer of each field that has an answer; for a choice, the label of the option. */
export function labelledAnswers(
  form: Form,
  row: Record<string, string | number | null>,
): { label: string; value: string }[] {
  return Object.entries(form.fields).flatMap(([name, { label, kind, options }]) => {
    const value = row[name]
    if (value === null || value === undefined) return []
    return [{ label, value: kind === 'checkbox' ? 'oui' : (options?.[String(value)] ?? String(value)) }]
  })
}
