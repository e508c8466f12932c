import { fillIn, missingWord, type Words, wordAt } from '../copy/words/plain-words.ts'
import type { Field, FieldShape } from './fields.ts'

/** From this many months on, a duration is written in years. */
const LONG_MONTHS = 36

/** A legal basis of the RGPD (art. 6(1) a, b, c and f). */
export type LegalBasis = 'consent' | 'contract' | 'obligation' | 'interest'

/** The part of a form's shape that texts are joined to. */
export interface Worded {
  name: string
  /** True for a withdrawal, which has a text for its second step. */
  isWithdrawal?: boolean
  /** Fields by the name of their part, in the order shown. */
  parts: Readonly<Record<string, Readonly<Record<string, FieldShape>>>>
  /** True if the button shows another text for three seconds after a success. */
  saysSent?: boolean
  /** Keys of the error sentences that `rule` and `refuse` use. */
  sentences?: readonly string[]
  /** Purpose and retention of the collected data (RGPD art. 13 and 30). */
  processing: {
    /** Each grants specific rights (see notice.ts). */
    legalBases: readonly LegalBasis[]
    /** Months until the purge deletes a row: after `created_at` or, for a mailing list, after the last contact. */
    retentionMonths: number
    /** Years for which an accepted lead is kept from that day on, as an order is. */
    acceptedYears?: number
    /** True if the sign-up serves one letter to the list: the purge deletes rows from before it once it was sent. */
    endsWithLetter?: boolean
  }
}

/** Joins the shape of a form with its texts; a missing text is replaced by a note where to write it. */
export function joinWords(shape: Worded, words: Words) {
  const given = (...path: string[]) => wordAt(words, path)
  const needed = (...path: string[]) => given(...path) ?? missingWord(`forms/${shape.name}.yaml`, path)

  function joinField(name: string, { options, ...field }: FieldShape): Field {
    const hint = given('fields', name, 'hint')
    const deskLabel = given('fields', name, 'deskLabel')
    return {
      ...field,
      label: needed('fields', name, 'label'),
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
    },
  }
}

function duration(months: number): string {
  return months < LONG_MONTHS ? `${months}\u00A0mois` : `${months / 12}\u00A0ans`
}
