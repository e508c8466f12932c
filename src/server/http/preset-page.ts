import { contact } from '../../forms/contact.ts'

/**
 * The path of the built page for an address. Every subject of the contact form has a page on which it is chosen:
 * /contact?subject=commande is built as /contact/commande; all other queries mean nothing to a built page.
 */
export function builtPath({ pathname, searchParams }: URL): string {
  const subject = pathname === contact.page ? searchParams.get('subject') : null
  return subject && Object.hasOwn(contact.fields.subject?.options ?? {}, subject) ? `${pathname}/${subject}` : pathname
}
