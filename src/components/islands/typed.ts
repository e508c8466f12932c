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

/** Answers that the browser shows and does not give, such as letters in a number: marked, so that they are not missing. */
export function unreadable(form: HTMLFormElement): Record<string, string> {
  const wrong = [...form.querySelectorAll<HTMLInputElement>(':invalid')].filter(({ validity }) => validity?.badInput)
  return Object.fromEntries(wrong.map(({ name }) => [name, '?']))
}

/** True when nothing was changed since a form was sent. */
export function isSame(sent: FormData, now: FormData): boolean {
  return JSON.stringify([...sent]) === JSON.stringify([...now])
}
