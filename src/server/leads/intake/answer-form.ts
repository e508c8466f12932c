import { trackers } from '../../../browser/storage.ts'
import { RECEIPT_MIN } from '../../../browser/timings.ts'
import { interfaceWords } from '../../../copy/words/words.ts'
import { clean } from '../../../forms/answer-schema.ts'
import { dayInParis } from '../../../forms/calendar.ts'
import { CONFIRMED, EDIT, HIDDEN, newSubmissionKey, openEnvelope } from '../../../forms/envelope.ts'
import { type Form, parse } from '../../../forms/form.ts'
import type { NamedForm } from '../../../forms/index.ts'
import { asksOneThing } from '../../../forms/notice.ts'
import type { FormState } from '../../../forms/page-states.ts'
import { wantsJson } from '../../http/accept.ts'
import { seeOther } from '../../http/answer-page.ts'
import type { RateLimit } from '../../http/rate-limit.ts'
import { json, refuse, refuseTooMany } from '../../http/refusal.ts'
import { readBody } from '../../http/request-body.ts'
import type { Receipts } from './receipts.ts'
import type { Submit } from './submit.ts'

/** Folder of the thank-you pages, one per form. */
const THANKS = '/merci'

const { refus: phrases } = interfaceWords
const SENTENCES = {
  400: phrases.illisible,
  415: phrases.autre_forme,
}

/** Form and state with which its page is rendered. */
export interface FormAnswer {
  form: NamedForm
  state: FormState
}

/**
 * Handles a request to /formulaires/[form]. Returns a Response (JSON, redirect, refusal) or the state to render.
 * @param form undefined for a path that names none
 * @param address IP address of the visitor
 */
export async function answerForm(
  request: Request,
  form: NamedForm | undefined,
  { submit, receipts, siteUrl, limit }: { submit: Submit; receipts: Receipts; siteUrl: string; limit: RateLimit },
  address: string,
): Promise<Response | FormAnswer> {
  if (!form) return refuse(request, 404, phrases.inconnu)
  if (request.method === 'GET' || request.method === 'HEAD') return seeOther(form.page)
  const wait = limit('forms', address)
  if (wait > 0) return refuseTooMany(request, wait)
  const body = await readBody(request)
  if (body.status) return refuse(request, body.status, SENTENCES[body.status])
  const { input } = body
  const { page: sentFrom = form.page } = openEnvelope(form, input)
  const page = (state: Omit<FormState, 'values' | 'page' | 'submissionKey'>) => ({
    form,
    state: { ...state, values: typed(form, input), page: sentFrom, submissionKey: newSubmissionKey() },
  })

  const asJson = wantsJson(request.headers)
  const unconfirmed = form.confirm !== undefined && !asJson && input[HIDDEN.step] !== CONFIRMED
  if (unconfirmed) {
    if (input[HIDDEN.step] === EDIT) return page({ status: 200, errors: {} })
    if (!parse(form, input, dayInParis(new Date())).errors) return page({ status: 200, errors: {}, confirm: true })
  }

  const outcome = await submit(form.name, input, address)
  switch (outcome.kind) {
    case 'stored': {
      const { message, reference, createdAt, fresh } = outcome
      if (asJson) return json(fresh ? 201 : 200, { message, reference })
      if (form.confirm) return page({ status: 200, errors: {}, message, stored: { reference, createdAt } })
      const thanks = `${THANKS}/${form.name}`
      if (asksOneThing(form)) return seeOther(thanks)
      const token = receipts.keep({ form: form.name, reference, createdAt, values: typed(form, input) })
      return seeOther(thanks, { 'Set-Cookie': receiptCookie(token, siteUrl) })
    }
    case 'invalid': {
      const { message, errors } = outcome
      return asJson ? json(422, { message, errors }) : page({ status: 422, message, errors })
    }
    case 'failed': {
      const { message } = outcome
      return asJson ? json(503, { message }) : page({ status: 503, message, errors: {} })
    }
  }
}

function receiptCookie(token: string, siteUrl: string): string {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : ''
  return `${trackers.receipt.key}=${token}; Path=${THANKS}; Max-Age=${RECEIPT_MIN * 60}; HttpOnly; SameSite=Lax${secure}`
}

function typed(form: Form, input: Record<string, unknown>): Record<string, string> {
  const names = Object.keys(form.fields).filter((name) => Object.hasOwn(input, name))
  return Object.fromEntries(names.map((name) => [name, clean(input[name]) ?? '']))
}
