import type { Errors } from './form.ts'

/** What the page of a form shows when it answers a submission. */
export interface FormState {
  /** HTTP status of the page. */
  status: number
  /** What was typed, by field name, for the form to keep. */
  values: Record<string, string>
  errors: Errors
  /** The sentence above the form. */
  message?: string
  submissionKey?: string
  /** The second step of a form: what was typed is valid, and waits to be confirmed. */
  confirm?: boolean
  /** What was stored, for the acknowledgement that a person keeps. */
  stored?: { reference: string; createdAt: string }
}

/** What the page of a form is given where it answers a submission, or is reached by a link with presets. */
export interface FormPageProps {
  state?: FormState | undefined
  /** Title of the window. */
  title?: string
}

/** What the page behind a link of an e-mail shows. */
export interface LinkState {
  step: 'ask' | 'done' | 'trial' | 'ended' | 'unknown'
  /** Name of the form, once it is known. */
  form?: string
}
