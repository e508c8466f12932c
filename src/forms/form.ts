import * as v from 'valibot'
import { typographic } from '../copy/typography.ts'
import type { Field } from './fields.ts'

/** A legal basis of the RGPD (art. 6(1) a, b, c and f). */
export type LegalBasis = 'consent' | 'contract' | 'obligation' | 'interest'

/** Why and how long the house keeps what a form collects (RGPD art. 13 and 30). */
export interface Processing {
  /** Completes «utilise ces données pour …». */
  purpose: string
  /** Completes «s’en sert pour …, rien d’autre», the short notice under the form. */
  use: string
  /** Legal basis (RGPD art. 6), in words. */
  basis: string
  /** The same as names: each gives rights of its own. */
  legalBases: readonly LegalBasis[]
  /** Completes «et les conserve …». */
  retention: string
  /** Months after `created_at` at which the operator's purge removes a row. */
  retentionMonths: number
  /** True where a letter to the list is what the sign-up was for, so that the rows from before it are due once it has gone. */
  endsWithLetter?: boolean
  recipients: string
}

interface Part<F> {
  legend: string
  /** Completes the legend in a sentence, where the part needs one. */
  text?: string
  fields: F
}

interface Declaration {
  name: string
  table: string
  /** First letter of the references of this form. */
  prefix: string
  /** Path of the page that holds the form. */
  page: string
  /** Subject of the form, for the operator and the titles of error pages. */
  title: string
  parts: readonly Part<Readonly<Record<string, Field>>>[]
  submit: string
  /** Label of a second step that shows what was typed once more before it is stored; none for most forms. */
  confirm?: string
  /** What the button reads for three seconds after a success, where it changes. */
  sent?: string
  success: string
  /** Shown when the submission could not be stored. */
  failure: string
  /** The contact e-mail ends the failure message. */
  failureEndsWithEmail?: boolean
  /** One row for each value of this field; a second one is answered as if it were new. */
  uniqueBy?: string
  /** A rule over several fields; gives a sentence for each field at fault. */
  rule?: (values: Values, today: string) => Errors
  processing: Processing
}

export interface Form extends Declaration {
  fields: Readonly<Record<string, Field>>
  schema: v.GenericSchema<Record<string, unknown>, Values>
}

/** Values to store, by field name; an empty optional field is null. */
export type Values = Record<string, string | number | null>
/** A French sentence for each field at fault, in the order of the form. */
export type Errors = Record<string, string>
export type Parsed = { values: Values; errors?: undefined } | { errors: Errors; values?: undefined }

/** The reseller form's sentence, which the specification's other forms share. */
export const FAILURE = 'Une erreur est survenue. Veuillez réessayer ou nous contacter directement.'

/** Shown where the browser knows that it has no connection. */
export const OFFLINE = typographic(
  'Votre connexion est coupée : rien n’est parti. Ce que vous avez écrit reste ici ; envoyez de nouveau une fois en ligne.',
)

/** Declares a form. Throws when two parts hold a field of the same name or a field does not say why it is asked. */
export function defineForm(declaration: Declaration): Form {
  const fields: Record<string, Field> = {}
  for (const part of declaration.parts)
    for (const [name, field] of Object.entries(part.fields)) {
      if (name in fields) throw new Error(`Form ${declaration.name}: the field ${name} is declared twice.`)
      if (!field.why) throw new Error(`Form ${declaration.name}: say why the field ${name} is asked.`)
      fields[name] = field
    }
  const entries = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, entry(field)]))
  return {
    ...declaration,
    parts: declaration.parts.map((part) => ({ ...part, legend: typographic(part.legend) })),
    success: typographic(declaration.success),
    failure: typographic(declaration.failure),
    fields,
    schema: v.object(entries),
  }
}

/**
 * Checks what was sent against the form's one description. Unknown names are ignored.
 * @param today the day in Paris, AAAA-MM-JJ, for rules about age and dates
 */
export function parse(form: Form, input: Record<string, unknown>, today: string): Parsed {
  const own = Object.fromEntries(
    Object.keys(form.fields).map((name) => [name, Object.hasOwn(input, name) ? input[name] : undefined]),
  )
  const result = v.safeParse(form.schema, own, { abortPipeEarly: true })
  const errors = result.success ? (form.rule?.(result.output, today) ?? {}) : messages(form, result.issues)
  if (Object.keys(errors).length > 0) {
    return { errors: Object.fromEntries(Object.entries(errors).map(([k, m]) => [k, typographic(m)])) }
  }
  return { values: result.output as Values }
}

/**
 * More than 30 combining marks in a row, which no language uses (UAX #15, stream-safe text format). Normalising
 * thousands of them takes seconds, so a text that matches is not normalised.
 */
const MANY_MARKS = /\p{M}{31}/u

/** Normalises a raw value to the text that is validated and stored; undefined for an object or an array. */
export function clean(raw: unknown): string | undefined {
  if (raw === null || raw === undefined || raw === false) return ''
  if (typeof raw !== 'string' && typeof raw !== 'number' && raw !== true) return undefined
  // Half a pair of code units is no letter: what String.prototype.toWellFormed does, for browsers without it.
  const text = String(raw).replace(/\p{Surrogate}/gu, '\uFFFD')
  return (
    (MANY_MARKS.test(text) ? text : text.normalize('NFC'))
      .replace(/\r\n?/g, '\n')
      // Control characters and marks that change the reading direction.
      // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point
      .replace(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\uFEFF]/g, '')
      .trim()
  )
}

/**
 * The sentence above a form that cannot be taken as it is: what is missing and what does not suit are two things, and
 * neither blames (a refusal for age stands below it too).
 * @param input what was sent, as parse took it
 */
export function invalidMessage(errors: Errors, input: Record<string, unknown>): string {
  const names = Object.keys(errors)
  const missing = names.filter((name) => clean(Object.hasOwn(input, name) ? input[name] : undefined) === '').length
  const wrong = names.length - missing
  const said = [
    missing > 0 && (missing === 1 ? 'il manque une réponse' : `il manque ${missing} réponses`),
    wrong > 0 && (wrong === 1 ? 'un point est à voir avec vous' : `${wrong} points sont à voir avec vous`),
  ].filter(Boolean)
  const sentence = said.join(' et ')
  return typographic(`${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`)
}

const CONFIRM = 'Dernier geste : ouvrez l’e-mail que nous venons de vous envoyer pour confirmer votre adresse.'

/**
 * The message shown once the submission is stored.
 * @param emailGoes true where the server sends e-mail, so that a sign-up is asked to confirm
 */
export function successMessage(form: Form, emailGoes: boolean): string {
  return form.uniqueBy && emailGoes ? `${form.success} ${typographic(CONFIRM)}` : form.success
}

/** The message shown when the submission could not be stored. */
export function failureMessage(form: Form, contactEmail: string): string {
  return form.failureEndsWithEmail ? `${form.failure} ${contactEmail}` : form.failure
}

/** Kinds whose own check says more than a number of characters. */
const COUNTED_OTHERWISE: readonly Field['kind'][] = ['choice', 'checkbox', 'integer', 'date']

function entry(field: Field) {
  const { label, max, optional, kind } = field
  const missing =
    kind === 'choice'
      ? `Choisissez une réponse pour « ${label} ».`
      : kind === 'checkbox'
        ? `Cochez la case « ${label} ».`
        : `Remplissez le champ « ${label} ».`
  return v.optional(
    v.pipe(
      v.unknown(),
      v.transform(clean),
      v.string(`Écrivez un texte dans « ${label} ».`),
      v.check((value) => optional === true || value !== '', missing),
      v.check(
        (value) => COUNTED_OTHERWISE.includes(kind) || value.length <= max,
        ({ input }) => `« ${label} » : ${max} caractères au plus, vous en avez écrit ${String(input).length}.`,
      ),
      v.rawTransform<string, string | number | null>(({ dataset, addIssue, NEVER }) => {
        if (dataset.value === '') return null
        const checked = v.safeParse(field.check, dataset.value, { abortPipeEarly: true })
        if (checked.success) return checked.output
        addIssue({ message: checked.issues[0].message })
        return NEVER
      }),
    ),
    '',
  )
}

function messages(form: Form, issues: readonly v.BaseIssue<unknown>[]): Errors {
  const flat = v.flatten(issues as [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]).nested ?? {}
  const found: Errors = {}
  for (const name of Object.keys(form.fields)) {
    const first = (flat as Record<string, string[] | undefined>)[name]?.[0]
    if (first) found[name] = first
  }
  return found
}
