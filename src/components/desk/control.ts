/** Returns the attributes that link a control to its hint and error; an invalid control also gets the focus. */
export function control(id: string, hasHint: boolean, error: string | undefined) {
  const describedBy = [hasHint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return {
    id,
    ...(describedBy && { 'aria-describedby': describedBy }),
    ...(error && { 'aria-invalid': 'true' as const, autofocus: true }),
  }
}
