import { ambassador } from './ambassador.ts'
import { contact } from './contact.ts'
import type { Form } from './form.ts'
import { newsletter } from './newsletter.ts'
import { partnership } from './partnership.ts'
import { waitlist } from './waitlist.ts'
import { withdrawal } from './withdrawal.ts'

/** Every form of the site, by the name in its address. */
export const forms = { waitlist, newsletter, contact, partnership, ambassador, withdrawal } as const satisfies Record<
  string,
  Form
>

export type FormName = keyof typeof forms

/** The form of that name, or undefined. */
export function formNamed(name: string): Form | undefined {
  return Object.hasOwn(forms, name) ? forms[name as FormName] : undefined
}
