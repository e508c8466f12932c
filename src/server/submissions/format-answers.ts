import type { Form } from '../../forms/form.ts'

/** A row as a person reads it: label and answer, a long text under its label; empty answers are left out. */
export function readable(form: Form, row: Record<string, string | number | null>): string {
  return answers(form, row)
    .map(({ label, value }) =>
      value.includes('\n') || value.length > 60 ? `${label} :\n${value}\n` : `${label} : ${value}`,
    )
    .join('\n')
    .trim()
}

/** Label and answer of each field that has one; a choice is given by its words. */
export function answers(form: Form, row: Record<string, string | number | null>): { label: string; value: string }[] {
  return Object.entries(form.fields).flatMap(([name, { label, kind, options }]) => {
    const value = row[name]
    if (value === null || value === undefined) return []
    return [{ label, value: kind === 'checkbox' ? 'oui' : (options?.[String(value)] ?? String(value)) }]
  })
}
