import type { Errors } from './form.ts'

/** State of a form page that responds to a submission. */
export interface FormState {
  /** HTTP status of the page. */
  status: number
  /** The submitted answers by field name, to fill in again. */
  values: Record<string, string>
  errors: Errors
  /** Path of the page that the answers were first sent from. */
  page?: string
  /** Message above the form. */
  message?: string
  submissionKey?: string
  /** True for the second step of a form: the answers are valid and must be confirmed. */
  confirm?: boolean
  /** The stored submission, for the receipt. */
  stored?: { reference: string; createdAt: string }
}

/** Props of a form page that responds to a submission or was opened by a link with presets. */
export interface FormPageProps {
  state?: FormState | undefined
  /** Title of the browser tab. */
  title?: string
}

/** State of the page behind a link in an e-mail. */
export interface LinkState {
  step: 'ask' | 'done' | 'trial' | 'ended' | 'unknown'
  /** Name of the form, if known. */
  form?: string
}
