import { clean } from './answer-schema.ts'
import type { Form } from './form.ts'

/** Metadata of a submission, sent with the fields of its form; each part is optional. */
export interface Envelope {
  /** Random key created by the page; submissions with the same key (a retry, a double click) are stored once. */
  submissionKey?: string
  /** Version of the privacy notice that was shown under the form. */
  noticeVersion?: string
  /** Path of the page that the form was sent from. */
  page?: string
  /** True if the honeypot was filled in or a long form was sent too fast; such a submission is still stored. */
  suspectedSpam: boolean
}

/** Names of the hidden inputs. `trap` is a honeypot: visitors do not see it, bots fill it in. */
export const HIDDEN = {
  submissionKey: 'submission_key',
  noticeVersion: 'notice_version',
  page: 'page',
  elapsed: 'elapsed_ms',
  trap: 'confirm_subject',
  /** Which button of a two-step form was pressed: CONFIRMED, or any other value to return to the fields. */
  step: 'step',
} as const

/** Value of the button that confirms. */
export const CONFIRMED = 'confirm'
/** Value of the button that returns to the fields. */
export const EDIT = 'edit'

/** Longest `page` stored, in characters. */
const PAGE_MAX = 200
const PAGE = new RegExp(`^/[\\w/-]{0,${PAGE_MAX - 1}}$`)
const LONG_FORM_FIELDS = 3
const FASTEST_MS = 800

/** A key begins with the time in milliseconds in base 36, which has this many digits until 2059. */
export const KEY_TIME_LENGTH = 8
const KEY_RANDOM_WORDS = 4

/**
 * Returns a unique key. Also works in browsers without `crypto.randomUUID` and on pages without TLS.
 * @param now milliseconds since 1970
 */
export function newSubmissionKey(now = Date.now()): string {
  const words = crypto.getRandomValues(new Uint32Array(KEY_RANDOM_WORDS))
  return [now, ...words].map((word) => word.toString(36)).join('-')
}

/**
 * Returns how long a page has been open, capped at the minimum that is checked, because the real duration is not
 * measured (/privacy, «Navigation»).
 */
export function elapsedOf(openMs: number): string {
  return String(Math.min(Math.round(openMs), FASTEST_MS))
}

/** Reads the hidden inputs of a request; a malformed value counts as missing. */
export function openEnvelope(form: Form, input: Record<string, unknown>): Envelope {
  const given = (name: string, pattern: RegExp) => {
    const value = clean(input[name])
    return value && pattern.test(value) ? value : undefined
  }
  const required = Object.values(form.fields).filter((field) => !field.optional).length
  const elapsed = Number(given(HIDDEN.elapsed, /^\d{1,9}$/) ?? FASTEST_MS)
  const tooFast = required > LONG_FORM_FIELDS && elapsed < FASTEST_MS
  return {
    submissionKey: given(HIDDEN.submissionKey, /^[\w-]{8,64}$/),
    noticeVersion: given(HIDDEN.noticeVersion, /^[a-f\d]{12}$/),
    page: given(HIDDEN.page, PAGE),
    suspectedSpam: tooFast || given(HIDDEN.trap, /./) !== undefined,
  }
}
