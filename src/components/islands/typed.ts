import type { Errors } from '../../forms/form.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** An answer as it stands in its control. */
interface Typed {
  value: string
  checked: boolean
  focused: boolean
}

/**
 * The answer in a control that is already on the page, before hydration; undefined on the server. Hydration writes the
 * served text back into a textarea, and where something else has changed the page (a translation, a password manager) it
 * makes the control anew.
 */
export function typedIn(id: string): Typed | undefined {
  const control = globalThis.document?.getElementById(id) as Control | null
  if (!control) return undefined
  const checked = 'checked' in control && control.checked
  return { value: control.value, checked, focused: control === document.activeElement }
}

/** Puts answer and focus back where hydration has taken them away. */
export function putBack(id: string, typed: Typed | undefined): void {
  const control = document.getElementById(id) as Control | null
  if (!control || !typed) return
  if ('checked' in control && control.type === 'checkbox') control.checked = typed.checked
  else if (control.value !== typed.value) control.value = typed.value
  if (typed.focused && document.activeElement !== control) control.focus({ preventScroll: true })
}

/** The answers in a form by name. One that the browser shows and does not give, such as letters in a number, is a mark: it is not missing. */
export function readIn(form: HTMLFormElement): Record<string, unknown> {
  const wrong = [...form.querySelectorAll<HTMLInputElement>(':invalid')].filter(({ validity }) => validity?.badInput)
  return { ...Object.fromEntries(new FormData(form)), ...Object.fromEntries(wrong.map(({ name }) => [name, '?'])) }
}

/** True when nothing was changed since a form was sent. */
export function isSame(sent: FormData, now: FormData): boolean {
  return JSON.stringify([...sent]) === JSON.stringify([...now])
}

/** Errors with this sentence for a field, or without any; the same object where that changes nothing. */
export function withSentence(errors: Errors, name: string, sentence: string | undefined): Errors {
  if (errors[name] === sentence) return errors
  if (sentence) return { ...errors, [name]: sentence }
  const { [name]: _, ...others } = errors
  return others
}
