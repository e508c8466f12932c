import type { Ref } from 'react'
import type { Field } from '../../forms/fields.ts'
import type { Errors, Form } from '../../forms/form.ts'
import { unbroken } from './unbroken.tsx'

interface Props {
  ref: Ref<HTMLElement>
  id: string
  form: Form
  message: string
  /** None where the form as a whole could not be taken. */
  errors: Errors
}

/** Says what is to be mended and leads to each answer; takes the focus when it appears, which is how it is read, once. */
export function ErrorSummary({ ref, id, form, message, errors }: Props) {
  const entries = Object.entries(errors)
  return (
    // biome-ignore lint/a11y/noAutofocus: without JavaScript the summary must take the focus of the page that answers
    <section ref={ref} className="form-summary" tabIndex={-1} autoFocus aria-labelledby={`${id}-summary`}>
      <p id={`${id}-summary`} className="form-summary-title">
        {unbroken(message)}
      </p>
      {entries.length > 0 && (
        <ul className="form-summary-list">
          {entries.map(([name, sentence]) => (
            <li key={name}>
              <a href={`#${id}-${name}`}>{unbroken(named(form.fields[name], sentence))}</a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The sentence as it stands where it names its field or the box to tick, else after the name of the field. */
function named(field: Field | undefined, sentence: string): string {
  if (!field || field.kind === 'checkbox') return sentence
  const says = sentence.toLocaleLowerCase('fr').includes(field.label.toLocaleLowerCase('fr'))
  return says ? sentence : `${field.label}\u00A0: ${sentence}`
}
