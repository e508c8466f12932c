import { company } from '../../copy/facts/facts.ts'
import { noticesFor } from '../../copy/notices.ts'
import type { FormName } from '../../forms/index.ts'
import type { FormContext } from '../islands/Form.tsx'

/**
 * What a form needs of the page and the company besides its own description.
 * @param url of the page that holds the form, as Astro gives it
 */
export function formContext(name: FormName, url: URL): FormContext {
  const page = url.pathname.replace(/(\/index)?\.html$/, '') || '/'
  return { noticeVersion: noticeOf(name).version, contactEmail: company.email ?? '', page }
}

/**
 * The privacy notice that stands under a form, and its version.
 * @throws where the form has none
 */
export function noticeOf(name: FormName): { version: string; text: string } {
  const notice = noticesFor(company)[name]
  if (!notice) throw new Error(`No notice for the form ${name}.`)
  return notice
}
