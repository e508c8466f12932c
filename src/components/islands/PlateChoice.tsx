import { useLayoutEffect, useState } from 'react'
import type { Field } from '../../forms/fields.ts'

/** Paths of the pictures of one option, side by side. */
export type Plate = readonly string[]

interface Props {
  id: string
  name: string
  field: Field
  /** Pictures by the value of an option. */
  plates: Readonly<Record<string, Plate>>
  /** True for a field of the served HTML: hydration keeps what was chosen. */
  served: boolean
  value?: string | undefined
  describedBy: string | undefined
  wrong: boolean
}

/** A choice as radio buttons in the shape of picture plates; the first has the id of the field. */
export function PlateChoice({ id, name, field, plates, served, value, describedBy, wrong }: Props) {
  const radioId = (key: string, index: number) => (index === 0 ? id : `${id}-${key}`)
  const entries = Object.entries(field.options ?? {})
  const chosenId = () => entries.map(([key], index) => radioId(key, index)).find((each) => radio(each)?.checked)
  const [chosen] = useState(() => (served && globalThis.document ? chosenId() : undefined))
  useLayoutEffect(() => {
    const kept = chosen && radio(chosen)
    if (kept) kept.checked = true
  }, [chosen])
  return (
    <div
      className="plates"
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
      aria-required={!field.optional}
      aria-invalid={wrong}
    >
      {entries.map(([key, text], index) => (
        <label key={key} className="plate">
          <input
            id={radioId(key, index)}
            name={name}
            type="radio"
            value={key}
            required={!field.optional}
            defaultChecked={value === key}
          />
          <span className="plate-pictures">
            {plates[key]?.map((src) => (
              <img key={src} src={src} alt="" width={320} height={320} loading="lazy" decoding="async" />
            ))}
          </span>
          <span className="plate-name">{text}</span>
        </label>
      ))}
    </div>
  )
}

function radio(id: string): HTMLInputElement | null {
  return document.getElementById(id) as HTMLInputElement | null
}
