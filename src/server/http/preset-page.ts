import type { Form } from '../../forms/form.ts'
import { forms } from '../../forms/index.ts'
import { presetSegment } from '../../forms/presets.ts'

const chosen: readonly Form[] = Object.values(forms).filter(({ presets }: Form) => presets)

/**
 * The path of the built page for an address. Every choice that a link may make on a form has a page on which it is made:
 * /contact?subject=commande is built as /contact/commande; all other queries mean nothing to a built page.
 */
export function builtPath({ pathname, searchParams }: URL): string {
  const form = chosen.find(({ page }) => page === pathname)
  const segment = form && presetSegment(form, searchParams)
  return segment ? `${pathname}/${segment}` : pathname
}

/** The address, without its query, under which a built page is asked for: /contact for /contact/commande. */
export function askedPath(built: string): string {
  return chosen.find(({ page }) => built.startsWith(`${page}/`))?.page ?? built
}
