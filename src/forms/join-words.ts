import { fillIn, missingWord, type Words, wordAt } from '../copy/words/plain-words.ts'
import type { Field, FieldShape } from './fields.ts'
import type { FormShape } from './form.ts'

/** From this many months on, a duration is written in years. */
const LONG_MONTHS = 36

/** Joins the shape of a form with its texts; a missing text is replaced by a note where to write it. */
export function joinWords(shape: FormShape, words: Words) {
  const given = (...path: string[]) => wordAt(words, path)
  const needed = (...path: string[]) => given(...path) ?? missingWord(`forms/${shape.name}.yaml`, path)

  function joinField(name: string, { options, ...field }: FieldShape): Field {
    const hint = given('fields', name, 'hint')
    const deskLabel = given('fields', name, 'deskLabel')
    return {
      ...field,
      label: needed('fields', name, 'label'),
      why: needed('fields', name, 'why'),
      ...(deskLabel && { deskLabel }),
      ...(hint && { hint }),
      ...(options && {
        options: Object.fromEntries(options.map((value) => [value, needed('fields', name, 'options', value)])),
      }),
    }
  }

  const parts = Object.entries(shape.parts).map(([name, fields]) => ({
    name,
    legend: needed('parts', name),
    fields: Object.fromEntries(Object.entries(fields).map(([field, each]) => [field, joinField(field, each)])),
  }))
  const retention = fillIn(needed('processing', 'retention'), {
    conservation: duration(shape.processing.retentionMonths),
  })
  return {
    title: needed('title'),
    parts,
    fields: Object.assign({}, ...parts.map(({ fields }) => fields)) as Record<string, Field>,
    submit: needed('submit'),
    ...(shape.isWithdrawal && { confirm: needed('confirm') }),
    ...(shape.saysSent && { sent: needed('sent') }),
    success: needed('success'),
    sentences: Object.fromEntries((shape.sentences ?? []).map((name) => [name, needed('sentences', name)])),
    processing: {
      ...shape.processing,
      purpose: needed('processing', 'purpose'),
      use: needed('processing', 'use'),
      basis: needed('processing', 'basis'),
      retention,
      recipients: needed('processing', 'recipients'),
    },
  }
}

function duration(months: number): string {
  return months < LONG_MONTHS ? `${months}\u00A0mois` : `${months / 12}\u00A0ans`
}
