import { interfaceWords } from '../copy/words/words.ts'
import { longDay } from './calendar.ts'
import type { Field } from './fields.ts'
import type { Form } from './form.ts'

/** An answer with the label of its field. */
export interface LabelledAnswer {
  label: string
  value: string
}

/** Returns label and answer of each field that has an answer. */
export function labelledAnswers(
  form: Form,
  values: Record<string, unknown>,
  labelOf = ({ label }: Field) => label,
): LabelledAnswer[] {
  return Object.entries(form.fields).flatMap(([name, field]) => {
    const value = answerText(form, name, values[name])
    return value === '' ? [] : [{ label: labelOf(field), value }]
  })
}

/** Formats an answer for readers: the label of a choice, a date in words, a measure with a comma; '' if empty. */
export function answerText({ fields }: Form, name: string, value: unknown): string {
  const { kind, options } = fields[name] ?? {}
  const text = String(value ?? '')
  if (text === '') return ''
  if (kind === 'checkbox') return interfaceWords.recu.oui
  if (kind === 'date') return longDay(text)
  return options?.[text] ?? (kind === 'measure' ? text.replace('.', ',') : text)
}

/** Returns the same with the labels of the desk. */
export function deskAnswers(form: Form, values: Record<string, unknown>): LabelledAnswer[] {
  return labelledAnswers(form, values, deskLabelOf)
}

export function deskLabelOf({ label, deskLabel }: Field): string {
  return deskLabel ?? label
}

/**
 * Returns a text file as a data: URL, which needs neither JavaScript nor a request.
 * @param head lines above the answers
 */
export function receiptLink(head: string[], answers: LabelledAnswer[]): string {
  const text = [...head, ...answers.map(({ label, value }) => `${label}\u00A0: ${value}`)].join('\n\n')
  return `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`
}
