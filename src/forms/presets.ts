import type { Form } from './form.ts'

/**
 * Returns every combination of values that a link may preset. Each is built as a page of its own; its last path
 * segment is «tapis-elegance» for /devis?piece=tapis&model=elegance.
 */
export function presetsOf(form: Form) {
  const combinations = (form.presets ?? []).reduce<Record<string, string>[]>(
    (made, field) =>
      made.flatMap((values) => [values, ...optionsOf(form, field).map((value) => ({ ...values, [field]: value }))]),
    [{}],
  )
  return combinations
    .filter((values) => Object.keys(values).length > 0)
    .map((values) => ({ segment: segmentOf(values), values }))
}

/** Returns the last path segment of the built page for the query of a link; undefined without a known preset. */
export function presetSegment(form: Form, query: URLSearchParams): string | undefined {
  const chosen = (form.presets ?? []).flatMap((field) => {
    const value = query.get(field)
    return value !== null && optionsOf(form, field).includes(value) ? [[field, value] as const] : []
  })
  return chosen.length > 0 ? segmentOf(Object.fromEntries(chosen)) : undefined
}

function optionsOf(form: Form, field: string): string[] {
  return Object.keys(form.fields[field]?.options ?? {})
}

function segmentOf(values: Readonly<Record<string, string>>): string {
  return Object.values(values).join('-')
}
