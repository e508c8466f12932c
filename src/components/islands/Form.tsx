import {
  type ClipboardEvent,
  type ReactNode,
  type SubmitEvent,
  Suspense,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react'
import { SENT_MS } from '../../browser/timings.ts'
import { fillIn } from '../../copy/words/plain-words.ts'
import { interfaceWords } from '../../copy/words/words.ts'
import { localDay } from '../../forms/calendar.ts'
import { elapsedOf, HIDDEN, newSubmissionKey } from '../../forms/envelope.ts'
import { type Form as Description, type Errors, invalidMessage, parse } from '../../forms/form.ts'
import { type FormName, forms } from '../../forms/index.ts'
import { asksOneThing } from '../../forms/notice.ts'
import type { FormState } from '../../forms/page-states.ts'
import { labelledAnswers } from '../../forms/receipt.ts'
import { ErrorSummary } from './ErrorSummary.tsx'
import { Field } from './Field.tsx'
import type { Plate } from './PlateChoice.tsx'
import { Receipt } from './Receipt.tsx'
import { type Answer, send } from './send.ts'
import { isSame, readForm } from './typed.ts'
import { useBlurErrors } from './use-blur-errors.ts'

/** Values that a form takes from its page. */
export interface FormContext {
  /** Version of the privacy notice below the form. */
  noticeVersion: string
  /** Path of the page that contains the form. */
  page: string
}

interface Props extends FormContext {
  name: FormName
  /** Slot: the privacy notice, so that the page contains its text only once. */
  notice?: ReactNode
  /** Slot: how to take the measures, at the head of the part that asks for them. */
  measures?: ReactNode
  /** Pictures of options, by field and value. */
  plates?: Readonly<Record<string, Readonly<Record<string, Plate>>>> | undefined
  /** Distinguishes two copies of one form on a page. */
  id?: string
  /** State of the form on a page that responds to a submission. */
  state?: FormState | undefined
  /** Called with the result of each request. */
  onAnswer?: (answer: Answer) => void
}

type Phase = 'idle' | 'sending' | 'stored'
const { formulaires: phrases } = interfaceWords

const NONE: Errors = {}

/** A form that works as plain HTML and, once hydrated, submits without leaving the page. */
export function Form({ name, notice, measures, plates, noticeVersion, page, id = name, state, onAnswer }: Props) {
  const form: Description = forms[name]
  const isOnlyField = asksOneThing(form)
  const element = useRef<HTMLFormElement>(null)
  const summary = useRef<HTMLElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const submissionKey = useRef(state?.submissionKey)
  const unchangedSinceSend = useRef(false)
  const focusPending = useRef(false)
  const [phase, setPhase] = useState<Phase>('idle')
  const [served] = useState(() => firstAnswer(state))
  const [answer, setAnswer] = useState(served)
  const { blurErrors, keepBlurErrors, handleBlur } = useBlurErrors(form, element, setAnswer)
  const [resetCount, setResetCount] = useState(0)
  const values = resetCount === 0 ? (state?.values ?? {}) : {}
  const errors = answer && answer.kind !== 'stored' ? answer.errors : NONE
  // Paints the summary first, because marking thirty fields takes longer on a slow phone.
  const deferredErrors = useDeferredValue(errors)
  const shownErrors = isOnlyField ? errors : deferredErrors
  // A failure in the served HTML is shown at the top of the form, where reading starts. The error of an only field is
  // said once, beside it.
  const summarised =
    answer !== undefined &&
    answer.kind !== 'stored' &&
    (answer === served || (answer.kind === 'invalid' && !(isOnlyField && Object.keys(errors).length > 0)))

  useEffect(() => {
    // Replaces the browser's error messages by our own.
    if (element.current) element.current.noValidate = true
  }, [])

  useEffect(() => {
    // Moves the focus once per submission; a response page did so when it loaded, and the visitor has moved on since.
    if (!answer || !focusPending.current) return
    focusPending.current = false
    if (answer.kind === 'invalid')
      (summary.current ?? element.current?.querySelector<HTMLElement>('[aria-invalid=true]'))?.focus()
    else if (document.activeElement === document.body || document.activeElement === button.current) {
      // A visitor who is typing in another field by now keeps the focus there.
      button.current?.focus({ preventScroll: true })
      // The summary above is gone, and not every browser has scroll anchoring.
      button.current?.parentElement?.scrollIntoView({ block: 'nearest' })
    }
  }, [answer])

  useEffect(() => {
    if (phase !== 'stored') return
    const timer = setTimeout(() => setPhase('idle'), SENT_MS)
    return () => clearTimeout(timer)
  }, [phase])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    // The second click of a double click may follow the response, when the form has just been reset.
    const again = phase === 'sending' || (phase === 'stored' && unchangedSinceSend.current)
    if (again || !element.current) return event.preventDefault()
    const data = new FormData(element.current)
    const input = readForm(element.current)
    const { errors: found = {} } = parse(form, input, localDay(new Date()))
    const isRight = Object.keys(found).length === 0
    // The confirmation step is a page that the server renders.
    if (form.confirm && isRight) return
    event.preventDefault()
    setAnswer(undefined)
    // A mistake that is said beside its field stays there, because all of them follow a frame later.
    keepBlurErrors(found)
    focusPending.current = true
    if (!isRight) {
      setPhase('idle')
      setAnswer({ kind: 'invalid', message: invalidMessage(found, input), errors: found })
      return
    }
    submissionKey.current ??= newSubmissionKey()
    setPhase('sending')
    const result = await send(form, {
      ...input,
      [HIDDEN.submissionKey]: submissionKey.current,
      // Counted from page load, because on a slow network the script may load after the form is filled in.
      [HIDDEN.elapsed]: elapsedOf(performance.now()),
    })
    if (result.kind === 'stored' && !isOnlyField) result.sent = labelledAnswers(form, input)
    focusPending.current = true
    setAnswer(result)
    setPhase(result.kind === 'stored' ? 'stored' : 'idle')
    if (result.kind === 'stored') {
      submissionKey.current = undefined
      // Text typed during the request was not sent, so it is kept.
      unchangedSinceSend.current = isSame(data, new FormData(element.current))
      if (unchangedSinceSend.current) setResetCount((last) => last + 1)
    }
    onAnswer?.(result)
  }

  const label = phase === 'sending' ? phrases.envoi : phase === 'stored' ? (form.sent ?? form.submit) : form.submit

  return (
    <form
      ref={element}
      className={`form form-${name}${isOnlyField ? ' form-alone' : ''}`}
      id={`form-${id}`}
      action={`/formulaires/${name}`}
      method="post"
      onSubmit={submit}
      onBlur={handleBlur}
      onInput={() => {
        unchangedSinceSend.current = false
      }}
      onPaste={removeMaxLength}
      aria-busy={phase === 'sending'}
    >
      {answer && summarised && (
        <ErrorSummary ref={summary} id={id} form={form} message={answer.message} errors={errors} />
      )}
      {!isOnlyField && <p className="note">{phrases.obligatoires}</p>}
      {form.parts.map((part, index) => (
        <fieldset key={`${part.name}-${resetCount}`} className="form-part" id={`${id}-part-${index + 1}`}>
          <legend className={form.parts.length === 1 ? 'visually-hidden' : 'form-legend'}>{part.legend}</legend>
          {Object.values(part.fields).some(({ kind }) => kind === 'measure') && measures}
          <div className="form-fields">
            {Object.entries(part.fields).map(([field, description]) => (
              // Fields hydrate one by one, so that a key press waits only for its own field.
              <Suspense key={field}>
                <Field
                  id={`${id}-${field}`}
                  name={field}
                  field={description}
                  alone={isOnlyField}
                  served={resetCount === 0}
                  value={values[field]}
                  error={shownErrors[field] ?? blurErrors[field]}
                  plates={plates?.[field]}
                />
              </Suspense>
            ))}
          </div>
        </fieldset>
      ))}
      <input type="hidden" name={HIDDEN.noticeVersion} defaultValue={noticeVersion} />
      <input type="hidden" name={HIDDEN.page} defaultValue={page} />
      {state?.submissionKey && resetCount === 0 && (
        <input type="hidden" name={HIDDEN.submissionKey} defaultValue={state.submissionKey} />
      )}
      {/* Honeypot, hidden from people; not by display:none, because bots skip such fields. */}
      <div className="form-trap visually-hidden" aria-hidden="true">
        <label htmlFor={`${id}-${HIDDEN.trap}`}>{phrases.piege}</label>
        <input id={`${id}-${HIDDEN.trap}`} name={HIDDEN.trap} type="text" tabIndex={-1} autoComplete="off" />
      </div>
      <div className="form-send">
        <button ref={button} className="button" type="submit" disabled={phase === 'sending'}>
          {label}
        </button>
        <div role="status" className="form-status">
          {answer?.kind === 'stored' && (
            <p className="form-message form-success">
              {answer.message}{' '}
              <span className="form-reference">{fillIn(phrases.reference, { reference: answer.reference })}</span>
            </p>
          )}
        </div>
        {answer?.kind === 'stored' && answer.sent && (
          <Receipt answers={answer.sent} reference={answer.reference} message={answer.message} />
        )}
        <div role="alert" className="form-status">
          {answer?.kind === 'failed' && !summarised && <p className="form-message form-error">{answer.message}</p>}
        </div>
      </div>
      {notice}
    </form>
  )
}

/** Removes `maxlength` on paste, because browsers truncate silently; validation then reports the length. */
function removeMaxLength({ target }: ClipboardEvent<HTMLFormElement>): void {
  if (target instanceof Element) target.removeAttribute('maxlength')
}

function firstAnswer(state: Props['state']): Answer | undefined {
  if (!state?.message) return undefined
  const kind = Object.keys(state.errors).length > 0 ? 'invalid' : 'failed'
  return { kind, message: state.message, errors: state.errors }
}
