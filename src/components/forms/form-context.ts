import { company } from '../../copy/facts/facts.ts'
import { noticesFor } from '../../copy/notices.ts'
import type { FormName } from '../../forms/index.ts'
import type { FormContext } from '../islands/Form.tsx'

/**
 * Returns the values that a form takes from its page and the company.
 * @param url `Astro.url` of the page that contains the form
 */
export function formContext(name: FormName, url: URL): FormContext {
  const page = url.pathname.replace(/(\/index)?\.html$/, '') || '/'
  return { noticeVersion: noticeOf(name).version, contactEmail: company.email ?? '', page }
}

/**
 * Returns the privacy notice of a form and its version.
 * @throws if the form has none
 */
export function noticeOf(name: FormName): { version: string; text: string } {
  const notice = noticesFor(company)[name]
  if (!notice) throw new Error(`No notice for the form ${name}.`)
  return notice
}
