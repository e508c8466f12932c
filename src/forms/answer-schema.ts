import * as v from 'valibot'
import { fillIn } from '../copy/words/plain-words.ts'
import { interfaceWords } from '../copy/words/words.ts'
import type { Field } from './fields.ts'

const { formulaires: says } = interfaceWords

/**
 * More than 30 combining marks in a row, which no language uses (UAX #15, stream-safe text format). Normalising
 * thousands of them takes seconds, so a text that matches is not normalised.
 */
const MANY_MARKS = /\p{M}{31}/u

/**
 * What nobody sees and nobody typed: control characters, marks that change the reading direction and others without a
 * shape, which come with what is pasted, and the two code points that no XML file can hold besides: one of them makes a
 * spreadsheet unreadable as a whole (XML 1.0 §2.2). What joins or colours the letters before it stays: emoji, Persian.
 */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\uFFFE\uFFFF]|(?!\p{Join_Control}|\p{Variation_Selector}|[\u{E0020}-\u{E007F}])\p{Default_Ignorable_Code_Point}/gu

/** A letter or a sign; a text of empty Braille cells and what only joins or colours others holds none. */
const SEEN = /[^\s\u2800\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/** Normalises a raw value to the text that is validated and stored; undefined for an object or an array. */
export function clean(raw: unknown): string | undefined {
  if (raw === null || raw === undefined || raw === false) return ''
  if (typeof raw !== 'string' && typeof raw !== 'number' && raw !== true) return undefined
  // Half a pair of code units is no letter: what String.prototype.toWellFormed does, for browsers without it.
  const text = String(raw).replace(/\p{Surrogate}/gu, '\uFFFD')
  const cleaned = (MANY_MARKS.test(text) ? text : text.normalize('NFC'))
    .replace(/\r\n?/g, '\n')
    .replace(UNSEEN, '')
    .trim()
  return SEEN.test(cleaned) ? cleaned : ''
}

/** Kinds whose own check says more than a number of characters. */
const COUNTED_OTHERWISE: readonly Field['kind'][] = ['choice', 'checkbox', 'integer', 'measure', 'date']

/** The schema of the answer to one field. */
export function answerSchema(field: Field) {
  const { label, max, optional, kind } = field
  const missing = kind === 'choice' ? says.manque_choix : kind === 'checkbox' ? says.manque_case : says.manque
  return v.optional(
    v.pipe(
      v.unknown(),
      v.transform(clean),
      v.string(fillIn(says.pas_un_texte, { champ: label })),
      v.check((value) => optional === true || value !== '', fillIn(missing, { champ: label })),
      v.check(
        (value) => COUNTED_OTHERWISE.includes(kind) || value.length <= max,
        ({ input }) => fillIn(says.trop_long, { champ: label, maximum: max, ecrits: String(input).length }),
      ),
      v.rawTransform<string, string | number | null>(({ dataset, addIssue, NEVER }) => {
        if (dataset.value === '') return field.empty ?? null
        const checked = v.safeParse(field.check, dataset.value)
        if (checked.success) return checked.output
        addIssue({ message: checked.issues[0].message })
        return NEVER
      }),
    ),
    '',
  )
}
