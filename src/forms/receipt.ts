import { interfaceWords } from '../copy/words/words.ts'
import { longDay } from './days.ts'
import type { Field } from './fields.ts'
import type { Form } from './form.ts'

/** A question of a form with the answer that was given. */
export interface LabelledAnswer {
  label: string
  value: string
}

/** Label and answer of each field that has an answer; for a choice, the label of the option, for a date its words. */
export function labelledAnswers(
  form: Form,
  values: Record<string, unknown>,
  labelOf = ({ label }: Field) => label,
): LabelledAnswer[] {
  return Object.entries(form.fields).flatMap(([name, field]) => {
    const value = values[name]
    if (value === null || value === undefined || value === '') return []
    return [{ label: labelOf(field), value: shown(field.kind, field.options, String(value)) }]
  })
}

/** The same for the house, which has names of its own for what a form asks somebody in person. */
export function houseAnswers(form: Form, values: Record<string, unknown>): LabelledAnswer[] {
  return labelledAnswers(form, values, houseLabel)
}

export function houseLabel({ label, house }: Field): string {
  return house ?? label
}

function shown(kind: Field['kind'], options: Field['options'], value: string): string {
  if (kind === 'checkbox') return interfaceWords.recu.oui
  if (kind === 'date') return longDay(value)
  if (kind === 'measure') return value.replace('.', ',')
  return options?.[value] ?? value
}

/**
 * A text file in a link of its own, which needs neither a script nor a second request.
 * @param head lines above the answers
 */
export function receiptLink(head: string[], answers: LabelledAnswer[]): string {
  const text = [...head, ...answers.map(({ label, value }) => `${label}\u00A0: ${value}`)].join('\n\n')
  return `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`
}
