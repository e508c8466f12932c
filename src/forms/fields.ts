import * as v from 'valibot'
import { typographic } from '../copy/typography.ts'

/** What every field states, whatever its kind. */
interface Common {
  /** Visible label, without the asterisk. */
  label: string
  /** Help below the label. */
  hint?: string
  /** HTML autofill token (WCAG 1.3.5). */
  autocomplete?: string
  /** Why the field is asked, for the privacy policy (RGPD art. 5 and 13). */
  why: string
  /** Not marked with an asterisk; an empty value is stored as NULL. */
  optional?: boolean
  /** True for a field that shares its row with a neighbour on wide screens. */
  half?: boolean
}

type Kind = 'text' | 'textarea' | 'email' | 'tel' | 'url' | 'date' | 'integer' | 'choice' | 'checkbox'

/** One field: its words, its HTML attributes, its validation and its column. */
export interface Field extends Common {
  kind: Kind
  /** Maximum length in UTF-16 code units, as in the maxlength attribute. */
  max: number
  /** Value and label of each option, in the order shown. */
  options?: Readonly<Record<string, string>>
  /** Smallest and largest number, for an integer. */
  range?: readonly [number, number]
  /** Validates a trimmed, non-empty text; its output is the value to store. */
  check: v.GenericSchema<string, string | number>
}

type Text = Common & { max: number }

const MAX_INTEGER = 300

/** A line of text. */
export const text = (o: Text) => field('text', o, v.pipe(v.string(), v.transform(singleLine)))

/** Several lines of text; CRLF counts as LF. */
export const textarea = (o: Text) => field('textarea', o, v.string())

/** An e-mail address with a dot in its domain, 254 characters at most (RFC 5321 §4.5.3.1). */
export const email = (o: Common) =>
  field(
    'email',
    { ...o, max: 254 },
    v.pipe(v.string(), v.check(isEmail, 'Écrivez une adresse e-mail complète, par exemple prenom@exemple.fr.')),
  )

/** A telephone number as people write it: 6 to 15 digits (E.164) with spaces, dots, dashes, brackets or a plus. */
export const tel = (o: Common) =>
  field(
    'tel',
    { ...o, max: 32 },
    v.pipe(
      v.string(),
      v.transform(singleLine),
      v.check(isTelephone, 'Écrivez un numéro de téléphone, par exemple 06 12 34 56 78 ou +32 470 12 34 56.'),
    ),
  )

/** An address on the web, http or https. */
export const url = (o: Common) =>
  field(
    'url',
    { ...o, max: 300 },
    v.pipe(v.string(), v.check(isWebAddress, 'Écrivez une adresse complète, qui commence par https://.')),
  )

/** A day, as the date picker sends it (AAAA-MM-JJ) or as typed where there is none (JJ/MM/AAAA). */
export const date = (o: Common) =>
  field(
    'date',
    { ...o, max: 10 },
    v.pipe(
      v.string(),
      v.transform((value) => value.replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, '$3-$2-$1')),
      v.check(isDay, 'Écrivez une date qui existe, par exemple 24/05/1990.'),
    ),
  )

/** A whole number from 0. */
export const integer = (o: Common) =>
  field(
    'integer',
    { ...o, max: 3, range: [0, MAX_INTEGER] as const },
    v.pipe(
      v.string(),
      v.regex(/^\d+$/, `Écrivez un nombre entier, de 0 à ${MAX_INTEGER}.`),
      v.transform(Number),
      v.maxValue(MAX_INTEGER, `Écrivez un nombre entier, de 0 à ${MAX_INTEGER}.`),
    ),
  )

/** One of a list; the empty first option fails the required rule. */
export const choice = <const O extends Record<string, string>>(o: Common & { options: O }) =>
  field(
    'choice',
    { ...o, max: Math.max(...Object.keys(o.options).map((key) => key.length)) },
    v.pipe(
      v.string(),
      v.check((value) => Object.hasOwn(o.options, value), 'Choisissez une réponse dans la liste.'),
    ),
  )

/** A box; ticked is 1, unticked is NULL. */
export const checkbox = (o: Common) =>
  field(
    'checkbox',
    { ...o, max: 4 },
    v.pipe(
      v.picklist(['1', 'on', 'true', 'oui'], 'Cochez la case ou laissez-la vide.'),
      v.transform(() => 1),
    ),
  )

function field<K extends Kind, O extends Common & { max: number; options?: Record<string, string> }>(
  kind: K,
  options: O,
  check: Field['check'],
): O & { kind: K; check: Field['check'] } {
  const { label, hint, why, options: choices } = options
  return {
    ...options,
    kind,
    check,
    label: typographic(label),
    why: typographic(why),
    ...(hint && { hint: typographic(hint) }),
    ...(choices && {
      options: Object.fromEntries(Object.entries(choices).map(([key, value]) => [key, typographic(value)])),
    }),
  }
}

/** Replaces pasted line breaks, which must not reach a mail header or a table cell. */
function singleLine(value: string): string {
  return value.replace(/\s+/g, ' ')
}

/** True for an e-mail address with a dot in its domain. */
export function isEmail(value: string): boolean {
  return /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i.test(
    value,
  )
}

/** True for a telephone number of 6 to 15 digits, with spaces, dots, dashes, brackets or a plus. */
export function isTelephone(value: string): boolean {
  return /^\+?[\d\s().\-/]+$/.test(value) && /^\d{6,15}$/.test(value.replace(/\D/g, ''))
}

/** True for a complete address on the web, http or https. */
export function isWebAddress(value: string): boolean {
  try {
    return /^https?:\/\/\S+$/i.test(value) && new URL(value).hostname.includes('.')
  } catch {
    return false
  }
}

/** True for AAAA-MM-JJ of a day that exists. */
export function isDay(value: string): boolean {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(value) ? new Date(`${value}T00:00:00Z`) : undefined
  return day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}
