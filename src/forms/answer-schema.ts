import * as v from 'valibot'
import { fillIn } from '../copy/words/plain-words.ts'
import { interfaceWords } from '../copy/words/words.ts'
import type { Field } from './fields.ts'

const { formulaires: phrases } = interfaceWords

/**
 * More than 30 combining marks in a row, which no language uses (UAX #15, stream-safe text format). Such texts are
 * not normalized, because thousands of marks would take seconds.
 */
const MANY_MARKS = /\p{M}{31}/u
/** A longer text exceeds the limit of every field even once composed, so it is not normalized either. */
const NORMALIZED_MAX = 20_000

/**
 * Invisible characters that come with pasted text: control characters, direction marks and other ignorable code
 * points. Also U+FFFE and U+FFFF, which XML forbids (XML 1.0 §2.2) and which make a spreadsheet unreadable.
 * Joiners, variation selectors and emoji tags stay, because emoji and Persian need them.
 */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\uFFFE\uFFFF]|(?!\p{Join_Control}|\p{Variation_Selector}|[\u{E0020}-\u{E007F}])\p{Default_Ignorable_Code_Point}/gu

/** A visible character. Spaces, empty Braille cells and format characters alone do not count as an answer. */
const SEEN = /[^\s\u2800\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/** Normalizes a raw value to the text that is validated and stored; undefined for an object or an array. */
export function clean(raw: unknown): string | undefined {
  if (raw === null || raw === undefined || raw === false) return ''
  if (typeof raw !== 'string' && typeof raw !== 'number' && raw !== true) return undefined
  // Replaces lone surrogates. String.prototype.toWellFormed would, but old browsers lack it.
  const text = String(raw).replace(/\p{Surrogate}/gu, '\uFFFD')
  const cleaned = (text.length > NORMALIZED_MAX || MANY_MARKS.test(text) ? text : text.normalize('NFC'))
    .replace(/\r\n?/g, '\n')
    .replace(UNSEEN, '')
    .trim()
  return SEEN.test(cleaned) ? cleaned : ''
}

/** Kinds whose own check replaces the limit on characters. */
const COUNTED_OTHERWISE: readonly Field['kind'][] = ['choice', 'checkbox', 'integer', 'measure', 'date']

const inFrench = (count: number) => count.toLocaleString('fr-FR')

/** Returns the schema of the answer to one field. */
export function answerSchema(field: Field) {
  const { label, max, optional, kind } = field
  const missing = kind === 'choice' ? phrases.manque_choix : kind === 'checkbox' ? phrases.manque_case : phrases.manque
  return v.optional(
    v.pipe(
      v.unknown(),
      v.transform(clean),
      v.string(fillIn(phrases.pas_un_texte, { champ: label })),
      v.check((value) => optional === true || value !== '', fillIn(missing, { champ: label })),
      v.check(
        (value) => COUNTED_OTHERWISE.includes(kind) || value.length <= max,
        ({ input }) =>
          fillIn(phrases.trop_long, { champ: label, maximum: inFrench(max), ecrits: inFrench(String(input).length) }),
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
