import type { Ref } from 'react'
import type { Field } from '../../forms/fields.ts'
import type { Errors, Form } from '../../forms/form.ts'

interface Props {
  ref: Ref<HTMLElement>
  id: string
  form: Form
  message: string
  /** Empty if the form as a whole was rejected. */
  errors: Errors
}

/** Lists the errors with links to their fields. Gets the focus on appearing, so that a screen reader reads it once. */
export function ErrorSummary({ ref, id, form, message, errors }: Props) {
  const entries = Object.entries(errors)
  return (
    // biome-ignore lint/a11y/noAutofocus: without JavaScript the summary must get the focus on the response page
    <section ref={ref} className="form-summary" tabIndex={-1} autoFocus aria-labelledby={`${id}-summary`}>
      <p id={`${id}-summary`} className="form-summary-title">
        {message}
      </p>
      {entries.length > 0 && (
        <ul className="form-summary-list">
          {entries.map(([name, sentence]) => (
            <li key={name}>
              <a href={`#${id}-${name}`}>{named(form.fields[name], sentence)}</a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Returns the error after the label of its field, or alone if it quotes the label or the field is a checkbox. */
function named(field: Field | undefined, sentence: string): string {
  const alone = !field || field.kind === 'checkbox' || sentence.includes(`«\u202F${field.label}\u202F»`)
  return alone ? sentence : `${field.label}\u00A0: ${sentence}`
}
