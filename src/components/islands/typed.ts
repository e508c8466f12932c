type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

interface Typed {
  id: string
  value: string
  checked: boolean
  focused: boolean
}

/**
 * The answers in a form that is already on the page, as they stand before hydration; none on the server. Hydration writes
 * the served text back into a textarea, and where something else has changed the page (a translation, a password manager)
 * it makes the form anew.
 * @param id of the form, without its prefix
 */
export function typedIn(id: string): Typed[] {
  const controls = globalThis.document?.querySelectorAll<Control>(`#form-${id} :is(input, select, textarea)[id]`) ?? []
  return [...controls].map((control) => ({
    id: control.id,
    value: control.value,
    checked: 'checked' in control && control.checked,
    focused: control === document.activeElement,
  }))
}

/** Puts answers and focus back where hydration has taken them away. */
export function putBack(typed: readonly Typed[]): void {
  for (const { id, value, checked, focused } of typed) {
    const control = document.getElementById(id) as Control | null
    if (!control) continue
    if ('checked' in control && control.type === 'checkbox') control.checked = checked
    else if (control.value !== value) control.value = value
    if (focused && document.activeElement !== control) control.focus({ preventScroll: true })
  }
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
