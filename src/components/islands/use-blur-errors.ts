import { type FocusEvent, type RefObject, useState } from 'react'
import { clean } from '../../forms/answer-schema.ts'
import { localDay } from '../../forms/calendar.ts'
import { type Errors, type Form, invalidMessage, parse } from '../../forms/form.ts'
import type { Answer } from './send.ts'
import { readForm } from './typed.ts'

/**
 * The errors of fields that were filled in and left since the last submission. Leaving a field also takes errors that
 * are mended out of the last answer.
 * @param setAnswer sets the result of the last submission
 */
export function useBlurErrors(
  form: Form,
  element: RefObject<HTMLFormElement | null>,
  setAnswer: (change: (last: Answer | undefined) => Answer | undefined) => void,
) {
  const [blurErrors, setBlurErrors] = useState<Errors>({})

  function handleBlur({ target: { name } }: FocusEvent<HTMLFormElement>) {
    if (!form.fields[name]) return
    // Waits until a press ends, because an error shown before would move the button from under the pointer. In the
    // open popup, Chromium does not count the body as :active. A tap has its pointerup before the blur, but its
    // mouseup after it.
    if (document.querySelector(':active'))
      addEventListener('mouseup', () => setTimeout(validateField, 0, name), { once: true })
    else validateField(name)
  }

  /** Validates the field that was left, and clears errors of fields that are now valid. */
  function validateField(name: string) {
    if (!element.current) return
    const input = readForm(element.current)
    const { errors: now = {} } = parse(form, input, localDay(new Date()))
    setBlurErrors((last) => withError(last, name, clean(input[name]) === '' ? undefined : now[name]))
    setAnswer((last) => {
      if (last?.kind !== 'invalid' || Object.keys(last.errors).length === 0) return last
      const still = Object.entries(last.errors).filter(([each]) => now[each] !== undefined)
      if (still.length === 0) return undefined
      const errors = withError(Object.fromEntries(still), name, last.errors[name] && now[name])
      return { ...last, errors, message: invalidMessage(errors, input) }
    })
  }

  /** Keeps those that a submission found again. */
  const keepBlurErrors = (found: Errors) =>
    setBlurErrors((last) => Object.fromEntries(Object.entries(found).filter(([field]) => last[field])))

  return { blurErrors, keepBlurErrors, handleBlur }
}

/** Returns the errors with this sentence for a field, or with none for it; the same object if nothing changes. */
function withError(errors: Errors, name: string, sentence: string | undefined): Errors {
  if (errors[name] === sentence) return errors
  if (sentence) return { ...errors, [name]: sentence }
  const { [name]: _, ...others } = errors
  return others
}
