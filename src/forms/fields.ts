import * as v from 'valibot'
import { fillIn } from '../copy/words/plain-words.ts'
import { interfaceWords } from '../copy/words/words.ts'
import { EMAIL_MAX, isDay, isEmail, isTelephone, isWebAddress, withAsciiDomain } from './formats.ts'

/** Options that every kind of field has. */
interface Common {
  /** HTML autofill token (WCAG 1.3.5). */
  autocomplete?: string
  /** Not marked with an asterisk; an empty value is stored as NULL. */
  optional?: boolean
  /** True if the field shares its row with a neighbour on wide screens. */
  half?: boolean
}

type Kind = 'text' | 'textarea' | 'email' | 'tel' | 'url' | 'date' | 'integer' | 'measure' | 'choice' | 'checkbox'

/** A field without its texts: its HTML attributes, its validation and its column. */
export interface FieldShape extends Common {
  kind: Kind
  /** Maximum length in UTF-16 code units, as in the maxlength attribute. */
  max: number
  /** Value of each option, in the order shown. */
  options?: readonly string[]
  /** Smallest and largest number, for an integer or a measure. */
  range?: readonly [number, number]
  /** Stored if an optional field is left empty; NULL by default. */
  empty?: number
  /** Validates a trimmed, non-empty text; its output is the value to store. */
  check: v.GenericSchema<string, string | number>
}

/** A field with its texts of src/content/forms. */
export interface Field extends Omit<FieldShape, 'options'> {
  /** Visible label, without the asterisk. */
  label: string
  /** Label at the desk and in notices, if `label` addresses the visitor: «Nom», not «Votre nom». */
  deskLabel?: string
  /** Hint below the label. */
  hint?: string
  /** Value and label of each option, in the order shown. */
  options?: Readonly<Record<string, string>>
}

type Text = Common & { max: number }
type Ranged = Common & Required<Pick<FieldShape, 'range'>>

const { formulaires: phrases } = interfaceWords

/** Maximum length of a web address, also when it is completed. */
const URL_MAX = 300

/** A single line of text. */
export const text = (o: Text) => field('text', o, v.pipe(v.string(), v.transform(singleLine)))

/** Several lines of text; CRLF counts as LF. */
export const textarea = (o: Text) => field('textarea', o, v.string())

/** An e-mail address with a dot in its domain. */
export const email = (o: Common = {}) =>
  field(
    'email',
    { ...o, max: EMAIL_MAX },
    v.pipe(
      v.string(),
      v.transform(withoutJoiners),
      v.transform(withAsciiDomain),
      v.maxLength(EMAIL_MAX, phrases.email),
      v.check(isEmail, phrases.email),
    ),
  )

/** A telephone number as people write it: 6 to 15 digits (E.164) with spaces, dots, dashes, brackets or a plus. */
export const tel = (o: Common = {}) =>
  field(
    'tel',
    { ...o, max: 32 },
    v.pipe(
      v.string(),
      v.transform(withoutJoiners),
      v.transform(singleLine),
      // A trailing comma often comes with a pasted number.
      v.transform((value) => value.replace(/ ?,$/, '')),
      v.check(isTelephone, phrases.telephone),
    ),
  )

/** A web address, http or https; a bare one, such as «www.sellerie.fr», is completed with https://. */
export const url = (o: Common = {}) =>
  field(
    'url',
    { ...o, max: URL_MAX },
    v.pipe(
      v.string(),
      v.transform(withScheme),
      v.maxLength(URL_MAX, phrases.site),
      v.check(isWebAddress, phrases.site),
    ),
  )

/** A day, as a date picker sends it (AAAA-MM-JJ) or as typed in browsers without one (JJ/MM/AAAA). */
export const date = (o: Common = {}) =>
  field(
    'date',
    { ...o, max: 10 },
    v.pipe(
      v.string(),
      v.transform((value) => value.replace(/(\d{2})\/(\d{2})\/(\d{4})/, '$3-$2-$1')),
      v.check(isDay, phrases.date),
    ),
  )

/** A whole number. */
export const integer = ({ range, ...o }: Ranged & Pick<FieldShape, 'empty'>) => {
  const [minimum, maximum] = range
  const sentence = fillIn(phrases.nombre, { minimum, maximum })
  const whole = v.pipe(v.string(), v.regex(/^\d+$/, sentence), v.transform(Number))
  const check = v.pipe(whole, v.minValue(minimum, sentence), v.maxValue(maximum, sentence))
  return field('integer', { ...o, max: String(maximum).length, range }, check)
}

/** A length in steps of half a centimetre, as read from a tape measure: 52, «52,5», «52.50 cm». */
export const measure = ({ range, ...o }: Ranged) => {
  const [minimum, maximum] = range
  const sentence = fillIn(phrases.mesure, { minimum, maximum })
  const check = v.pipe(
    v.string(),
    v.regex(/^\d+(?:[,.][05]0?)?\s*(?:cm)?$/i, sentence),
    v.transform((value) => Number.parseFloat(value.replace(',', '.'))),
    v.minValue(minimum, sentence),
    v.maxValue(maximum, sentence),
  )
  return field('measure', { ...o, max: `${maximum},5 cm`.length, range }, check)
}

/** One option of a list; the empty first option fails the required rule. */
export const choice = (options: readonly string[], o: Common = {}) =>
  field(
    'choice',
    { ...o, options, max: Math.max(...options.map((value) => value.length)) },
    v.pipe(v.string(), v.picklist(options, phrases.choix)),
  )

/** A checkbox; checked is stored as 1, unchecked as NULL. */
export const checkbox = (o: Common = {}) =>
  field(
    'checkbox',
    { ...o, max: 4 },
    v.pipe(
      v.picklist(['1', 'on', 'true', 'oui'], phrases.case),
      v.transform(() => 1),
    ),
  )

function field(kind: Kind, options: Omit<FieldShape, 'kind' | 'check'>, check: FieldShape['check']): FieldShape {
  return { ...options, kind, check }
}

/** Replaces pasted line breaks, which must not reach a mail header or a table cell. */
function singleLine(value: string): string {
  return value.replace(/\s+/g, ' ')
}

/** Removes joiners, which come with a pasted address or number; other texts may contain them. */
function withoutJoiners(value: string): string {
  return value.replace(/\p{Join_Control}/gu, '')
}

function withScheme(value: string): string {
  return /^[^\s/:@?#]+\.[^\s/:@?#.\d]{2,}([/:?#]\S*)?$/.test(value) ? `https://${value}` : value
}
