import type { Form } from './form.ts'
import { forms } from './index.ts'

const formsWithPresets: readonly Form[] = Object.values(forms).filter(({ presets }: Form) => presets)

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

/**
 * Returns the path of the built page for an address. Each choice that a link can preset in a form has its own
 * page: /contact?subject=commande is built as /contact/commande. Built pages ignore all other queries.
 */
export function builtPath({ pathname, searchParams }: URL): string {
  const form = formsWithPresets.find(({ page }) => page === pathname)
  const isChosen = ([field, value]: [string, string]) => searchParams.get(field) === value
  // The last match is the most specific, because combinations come after their single values.
  const preset = form && presetsOf(form).findLast(({ values }) => Object.entries(values).every(isChosen))
  return preset ? `${pathname}/${preset.segment}` : pathname
}

/** Returns the public path of a built page, without its query: /contact for /contact/commande. */
export function publicPath(built: string): string {
  return formsWithPresets.find(({ page }) => built.startsWith(`${page}/`))?.page ?? built
}
