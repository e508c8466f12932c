import type { Form } from './form.ts'

/**
 * Returns every combination of values that a link may preset. Each is built as a page of its own; its last path
 * segment is «tapis-elegance» for /devis?piece=tapis&model=elegance.
 */
export function presetsOf(form: Form) {
  const [, ...combinations] = (form.presets ?? []).reduce<Record<string, string>[]>(
    (made, field) => {
      const options = Object.keys(form.fields[field]?.options ?? {})
      return made.flatMap((values) => [values, ...options.map((value) => ({ ...values, [field]: value }))])
    },
    [{}],
  )
  return combinations.map((values) => ({ segment: Object.values(values).join('-'), values }))
}

/** Returns the last path segment of the built page for the query of a link; undefined without a known preset. */
export function presetSegment(form: Form, query: URLSearchParams): string | undefined {
  const isChosen = ([field, value]: [string, string]) => query.get(field) === value
  // The last match is the most specific, because combinations come after their single values.
  return presetsOf(form).findLast(({ values }) => Object.entries(values).every(isChosen))?.segment
}
