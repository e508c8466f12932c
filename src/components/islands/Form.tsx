import {
  type ClipboardEvent,
  type FocusEvent,
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
import { clean } from '../../forms/answer-schema.ts'
import { dayHere } from '../../forms/calendar.ts'
import { elapsedOf, HIDDEN, newSubmissionKey } from '../../forms/envelope.ts'
import { type Form as Description, type Errors, invalidMessage, parse } from '../../forms/form.ts'
import { type FormName, forms } from '../../forms/index.ts'
import { asksOneThing } from '../../forms/notice.ts'
import type { FormState } from '../../forms/page-states.ts'
import { labelledAnswers } from '../../forms/receipt.ts'
import { ErrorSummary } from './ErrorSummary.tsx'
import { Field } from './Field.tsx'
import { Receipt } from './Receipt.tsx'
import { type Answer, send } from './send.ts'
import { isSame, readIn, withSentence } from './typed.ts'
import { unbroken } from './unbroken.tsx'

/** What a form needs of the page and the company besides its own description. */
export interface FormContext {
  /** Version of the privacy notice that stands under the form. */
  noticeVersion: string
  /** Ends the failure message of the forms that name it. */
  contactEmail: string
  /** Path of the page that holds the form. */
  page: string
}

interface Props extends FormContext {
  name: FormName
  /** Slot: the privacy notice, as HTML of the page, so that its text is in the page once. */
  notice?: ReactNode
  /** Distinguishes two copies of one form on a page. */
  id?: string
  /** What the server answered, on a page that answers a submission. */
  state?: FormState | undefined
  /** Called with what came of each submission that was sent. */
  onAnswer?: (answer: Answer) => void
}

type Phase = 'idle' | 'sending' | 'stored'
const { formulaires: says } = interfaceWords

const NONE: Errors = {}

/** A form of the site: works as plain HTML, and without leaving the page once it is hydrated. */
export function Form({ name, notice, noticeVersion, contactEmail, page, id = name, state, onAnswer }: Props) {
  const form: Description = forms[name]
  const alone = asksOneThing(form)
  const element = useRef<HTMLFormElement>(null)
  const summary = useRef<HTMLElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const submissionKey = useRef(state?.submissionKey)
  const untouched = useRef(false)
  const announced = useRef(false)
  const [phase, setPhase] = useState<Phase>('idle')
  const [served] = useState(() => firstAnswer(state))
  const [answer, setAnswer] = useState(served)
  // What is wrong with a field that was filled and left before anything was sent.
  const [early, setEarly] = useState(NONE)
  const [round, setRound] = useState(0)
  const values = round === 0 ? (state?.values ?? {}) : {}
  const errors = answer?.errors ?? NONE
  // The summary is painted first: on a slow phone, marking thirty fields takes longer than it does.
  const marked = useDeferredValue(errors)
  // What the server answered with a page stands at its top, where the page is read from.
  const summarised = answer?.kind === 'invalid' || (answer?.kind === 'failed' && answer === served)

  useEffect(() => {
    // From here on our own sentences take the place of the browser's.
    if (element.current) element.current.noValidate = true
  }, [])

  useEffect(() => {
    // Once for each submission: the page that the server answered with has taken the focus itself, and the visitor has
    // moved on since.
    if (!answer || !announced.current) return
    announced.current = false
    if (answer.kind === 'invalid') summary.current?.focus()
    else if (document.activeElement === document.body || document.activeElement === button.current) {
      // Whoever writes in another field by now is left there.
      button.current?.focus({ preventScroll: true })
      // The summary above has gone, and not every browser makes up for its height.
      button.current?.parentElement?.scrollIntoView({ block: 'nearest' })
    }
  }, [answer])

  useEffect(() => {
    if (phase !== 'stored') return
    const timer = setTimeout(() => setPhase('idle'), SENT_MS)
    return () => clearTimeout(timer)
  }, [phase])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    // The second half of a double click may come after the answer, to a form that has just emptied itself.
    const again = phase === 'sending' || (phase === 'stored' && untouched.current)
    if (again || !element.current) return event.preventDefault()
    const data = new FormData(element.current)
    const input = readIn(element.current)
    const { errors: found = {} } = parse(form, input, dayHere(new Date()))
    const isRight = Object.keys(found).length === 0
    // The second step is a page of its own, which the server makes.
    if (form.confirm && isRight) return
    event.preventDefault()
    setAnswer(undefined)
    setEarly(NONE)
    announced.current = true
    if (!isRight) {
      setPhase('idle')
      setAnswer({ kind: 'invalid', message: invalidMessage(found, input), errors: found })
      return
    }
    submissionKey.current ??= newSubmissionKey()
    setPhase('sending')
    const result = await send(form, contactEmail, {
      ...input,
      [HIDDEN.submissionKey]: submissionKey.current,
      // Since the page was opened: on a slow network the script may come when the form is filled.
      [HIDDEN.elapsed]: elapsedOf(performance.now()),
    })
    if (result.kind === 'stored' && !alone) result.sent = labelledAnswers(form, input)
    announced.current = true
    setAnswer(result)
    setPhase(result.kind === 'stored' ? 'stored' : 'idle')
    if (result.kind === 'stored') {
      submissionKey.current = undefined
      // What was written while it was on its way has not been sent: it stays.
      untouched.current = isSame(data, new FormData(element.current))
      if (untouched.current) setRound((last) => last + 1)
    }
    onAnswer?.(result)
  }

  function left({ target }: FocusEvent<HTMLFormElement>) {
    const { name } = target as unknown as HTMLInputElement
    if (!form.fields[name]) return
    // A press on the button counts only where the button is still there when it ends.
    if (document.body.matches(':active'))
      addEventListener('pointerup', () => setTimeout(judge, 0, name), { once: true })
    else judge(name)
  }

  /** Judges the field that was left; others that are right by now go quiet too. */
  function judge(name: string) {
    if (!element.current) return
    const input = readIn(element.current)
    const { errors: now = {} } = parse(form, input, dayHere(new Date()))
    setEarly((last) => withSentence(last, name, clean(input[name]) === '' ? undefined : now[name]))
    setAnswer((last) => {
      if (last?.kind !== 'invalid' || Object.keys(last.errors).length === 0) return last
      const still = Object.entries(last.errors).filter(([each]) => now[each] !== undefined)
      if (still.length === 0) return undefined
      const errors = withSentence(Object.fromEntries(still), name, last.errors[name] && now[name])
      return { ...last, errors, message: invalidMessage(errors, input) }
    })
  }

  const label = phase === 'sending' ? says.envoi : phase === 'stored' ? (form.sent ?? form.submit) : form.submit

  return (
    <form
      ref={element}
      className={`form form-${name}${alone ? ' form-alone' : ''}`}
      id={`form-${id}`}
      action={`/formulaires/${name}`}
      method="post"
      onSubmit={submit}
      onBlur={left}
      onInput={() => {
        untouched.current = false
      }}
      onPaste={keepWhole}
      aria-busy={phase === 'sending'}
    >
      {answer && summarised && (
        <ErrorSummary ref={summary} id={id} form={form} message={answer.message} errors={errors} />
      )}
      {!alone && <p className="note">{says.obligatoires}</p>}
      {form.parts.map((part, index) => (
        <fieldset key={`${part.name}-${round}`} className="form-part" id={`${id}-part-${index + 1}`}>
          <legend className={form.parts.length === 1 ? 'visually-hidden' : 'form-legend'}>{part.legend}</legend>
          <div className="form-fields">
            {Object.entries(part.fields).map(([field, description]) => (
              // Hydrated one by one: a key pressed meanwhile waits for its own field, not for all of them.
              <Suspense key={field}>
                <Field
                  id={`${id}-${field}`}
                  name={field}
                  field={description}
                  alone={alone}
                  served={round === 0}
                  value={values[field]}
                  error={marked[field] ?? early[field]}
                />
              </Suspense>
            ))}
          </div>
        </fieldset>
      ))}
      <input type="hidden" name={HIDDEN.noticeVersion} defaultValue={noticeVersion} />
      <input type="hidden" name={HIDDEN.page} defaultValue={page} />
      {state?.submissionKey && round === 0 && (
        <input type="hidden" name={HIDDEN.submissionKey} defaultValue={state.submissionKey} />
      )}
      {/* Hidden from people; not by display:none, which automatic senders avoid. */}
      <div className="form-trap visually-hidden" aria-hidden="true">
        <label htmlFor={`${id}-${HIDDEN.trap}`}>{says.piege}</label>
        <input id={`${id}-${HIDDEN.trap}`} name={HIDDEN.trap} type="text" tabIndex={-1} autoComplete="off" />
      </div>
      <div className="form-send">
        <button ref={button} className="button" type="submit" disabled={phase === 'sending'}>
          {label}
        </button>
        <div role="status" className="form-status">
          {answer?.kind === 'stored' && (
            <p className="form-message form-success">
              {unbroken(answer.message)}
              {answer.reference && (
                <>
                  {' '}
                  <span className="form-reference">{fillIn(says.reference, { reference: answer.reference })}</span>
                </>
              )}
            </p>
          )}
        </div>
        {answer?.sent && <Receipt answers={answer.sent} reference={answer.reference} message={answer.message} />}
        <div role="alert" className="form-status">
          {answer?.kind === 'failed' && !summarised && (
            <p className="form-message form-error">{unbroken(answer.message)}</p>
          )}
        </div>
      </div>
      {notice}
    </form>
  )
}

/** A browser cuts in silence what is pasted too long: without the attribute it stays, and our sentence says how long it is. */
function keepWhole({ target }: ClipboardEvent<HTMLFormElement>): void {
  if (target instanceof Element) target.removeAttribute('maxlength')
}

function firstAnswer(state: Props['state']): Answer | undefined {
  if (!state?.message) return undefined
  const kind = Object.keys(state.errors).length > 0 ? 'invalid' : 'failed'
  return { kind, message: state.message, errors: state.errors }
}
