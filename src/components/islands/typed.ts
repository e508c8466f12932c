type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** State of a control. */
interface Typed {
  value: string
  checked: boolean
  focused: boolean
}

/**
 * Returns the state of a control before hydration; undefined on the server. Hydration resets a textarea to the served
 * text, and recreates a control if something else has changed the page (a translation, a password manager).
 */
export function controlState(id: string): Typed | undefined {
  const control = globalThis.document?.getElementById(id) as Control | null
  if (!control) return undefined
  const checked = 'checked' in control && control.checked
  return { value: control.value, checked, focused: control === document.activeElement }
}

/** Restores the value and focus that a control lost during hydration. */
export function restoreTyped(id: string, typed: Typed | undefined): void {
  const control = document.getElementById(id) as Control | null
  if (!control || !typed) return
  if ('checked' in control && control.type === 'checkbox') control.checked = typed.checked
  else if (control.value !== typed.value) control.value = typed.value
  if (typed.focused && document.activeElement !== control) control.focus({ preventScroll: true })
}

/**
 * Returns the answers of a form by name. Input that the browser withholds, such as letters in a number, becomes «?», so
 * that it does not count as missing.
 */
export function readForm(form: HTMLFormElement): Record<string, unknown> {
  const wrong = [...form.querySelectorAll<HTMLInputElement>(':invalid')].filter(({ validity }) => validity?.badInput)
  return { ...Object.fromEntries(new FormData(form)), ...Object.fromEntries(wrong.map(({ name }) => [name, '?'])) }
}

/** True if the form has not changed since it was sent. */
export function isSame(sent: FormData, now: FormData): boolean {
  return JSON.stringify([...sent]) === JSON.stringify([...now])
}
