/**
 * What the control of a field says of itself: its help and, where it is wrong, the sentence beside it. It then takes the
 * focus.
 */
export function control(id: string, hasHint: boolean, error: string | undefined) {
  const describedBy = [hasHint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return {
    id,
    ...(describedBy && { 'aria-describedby': describedBy }),
    ...(error && { 'aria-invalid': 'true' as const, autofocus: true }),
  }
}
