import type { Ref } from 'react'
import type { Errors, Form } from '../../forms/form.ts'

interface Props {
  ref: Ref<HTMLDivElement>
  id: string
  form: Form
  message: string
  errors: Errors
}

/** Says how many answers are to be mended and leads to each; takes the focus when it appears. */
export function ErrorSummary({ ref, id, form, message, errors }: Props) {
  return (
    // biome-ignore lint/a11y/noAutofocus: without JavaScript the summary must take the focus of the page that answers
    <div ref={ref} className="form-summary" role="alert" tabIndex={-1} autoFocus aria-labelledby={`${id}-summary`}>
      <p id={`${id}-summary`} className="form-summary-title">
        {message}
      </p>
      <ul className="form-summary-list">
        {Object.entries(errors).map(([name, sentence]) => (
          <li key={name}>
            <a href={`#${id}-${name}`}>
              {form.fields[name]?.label} — {sentence}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
