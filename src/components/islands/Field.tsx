import { type InputHTMLAttributes, memo, useLayoutEffect, useState } from 'react'
import { interfaceWords } from '../../copy/words/words.ts'
import type { Field as Description } from '../../forms/fields.ts'
import { type Plate, PlateChoice } from './PlateChoice.tsx'
import { controlState, restoreTyped } from './typed.ts'

interface Props {
  id: string
  name: string
  field: Description
  /** True for the only field of a form, which needs no asterisk. */
  alone: boolean
  /** True for a field of the served HTML: hydration keeps its value. */
  served: boolean
  value?: string | undefined
  error?: string | undefined
  /** Pictures of the options, for a choice by eye. */
  plates?: Readonly<Record<string, Plate>> | undefined
}

const { formulaires: phrases } = interfaceWords

const OLDEST_BIRTH = '1900-01-01'
/** Without a maximum, browsers accept years of six digits. */
const LAST_DAY = '9999-12-31'
const ROWS = 6

/** A label, its hint, control and error, linked for assistive technology. */
export const Field = memo(function Field({ id, name, field, alone, served, value, error, plates }: Props) {
  const [typed] = useState(() => (served && !plates ? controlState(id) : undefined))
  useLayoutEffect(() => restoreTyped(id, typed), [id, typed])
  const { label, hint, kind, optional, half } = field
  const hintId = hint && `${id}-hint`
  const errorId = error && `${id}-error`
  const shared = {
    id,
    name,
    required: !optional,
    // Without `false`, browsers expose a required choice or date as invalid before it is touched.
    'aria-invalid': error ? true : kind === 'choice' || kind === 'date' ? false : undefined,
    'aria-describedby': [hintId, errorId].filter(Boolean).join(' ') || undefined,
  }
  const Label = plates ? 'span' : 'label'
  const shape = plates ? 'plates' : kind
  return (
    <div className={`field field-${shape}${half && !plates ? ' field-half' : ''}${error ? ' field-wrong' : ''}`}>
      <Label className="field-label" {...(plates ? { id: `${id}-label` } : { htmlFor: id })}>
        {label}
        {!optional && !alone && (
          <span className="field-required" aria-hidden="true">
            {' *'}
          </span>
        )}
      </Label>
      {hint && (
        <p id={hintId} className="field-hint">
          {hint}
        </p>
      )}
      <div className="field-control">
        {plates ? (
          <PlateChoice
            {...{ id, name, field, plates, served, value }}
            describedBy={shared['aria-describedby']}
            wrong={error !== undefined}
          />
        ) : (
          <Input field={field} value={value} shared={shared} />
        )}
      </div>
      {error && (
        <p id={errorId} className="field-error">
          {error}
        </p>
      )}
    </div>
  )
})

type Shared = Required<Pick<InputHTMLAttributes<HTMLElement>, 'id' | 'name' | 'required'>> &
  Pick<InputHTMLAttributes<HTMLElement>, 'aria-invalid' | 'aria-describedby'>

function Input({ field, value, shared }: { field: Description; value?: string | undefined; shared: Shared }) {
  const { kind, options } = field
  if (kind === 'textarea') return <textarea {...shared} rows={ROWS} maxLength={field.max} defaultValue={value} />
  if (kind === 'checkbox') return <input {...shared} type="checkbox" value="1" defaultChecked={Boolean(value)} />
  if (kind !== 'choice') return <input {...shared} {...inputAttributes(field)} defaultValue={value} />
  return (
    <select {...shared} defaultValue={value ?? ''} autoComplete={field.autocomplete}>
      <option value="">{phrases.premier_choix}</option>
      {Object.entries(options ?? {}).map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </select>
  )
}

/** Returns the attributes of an `input` element. */
function inputAttributes({ kind, max, range, autocomplete }: Description): InputHTMLAttributes<HTMLInputElement> {
  if (kind === 'integer') return { type: 'number', inputMode: 'numeric', min: range?.[0], max: range?.[1], step: 1 }
  // A number input accepts a decimal comma only if the browser's language uses one.
  if (kind === 'measure') return { type: 'text', inputMode: 'decimal', maxLength: max }
  if (kind === 'date') return { type: 'date', min: OLDEST_BIRTH, max: LAST_DAY, autoComplete: autocomplete }
  return { type: kind, maxLength: max, autoComplete: autocomplete }
}
