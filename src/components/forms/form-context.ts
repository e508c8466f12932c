import { company } from '../../copy/facts/facts.ts'
import { noticesFor } from '../../copy/notices.ts'
import type { FormName } from '../../forms/index.ts'
import type { FormState } from '../../forms/page-states.ts'
import type { FormContext } from '../islands/Form.tsx'
import { pagePath } from '../page-path.ts'

export const notices = noticesFor(company)

/**
 * Returns the values that a form takes from its page.
 * @param url `Astro.url` of the page that contains the form
 * @param state the state of the form there, if the page responds to a submission
 */
export function formContext(name: FormName, url: URL, state?: FormState): FormContext {
  return { noticeVersion: notices[name].version, page: state?.page ?? pagePath(url) }
}
