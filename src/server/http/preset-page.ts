import type { Form } from '../../forms/form.ts'
import { forms } from '../../forms/index.ts'
import { presetSegment } from '../../forms/presets.ts'

const formsWithPresets: readonly Form[] = Object.values(forms).filter(({ presets }: Form) => presets)

/**
 * Returns the path of the built page for an address. Each choice that a link can preset in a form has its own
 * page: /contact?subject=commande is built as /contact/commande. Built pages ignore all other queries.
 */
export function builtPath({ pathname, searchParams }: URL): string {
  const form = formsWithPresets.find(({ page }) => page === pathname)
  const segment = form && presetSegment(form, searchParams)
  return segment ? `${pathname}/${segment}` : pathname
}

/** Returns the public path of a built page, without its query: /contact for /contact/commande. */
export function publicPath(built: string): string {
  return formsWithPresets.find(({ page }) => built.startsWith(`${page}/`))?.page ?? built
}
