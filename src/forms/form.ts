import * as v from 'valibot'
import { fillIn, type Words } from '../copy/words/plain-words.ts'
import { contactEmail, formWords, interfaceWords } from '../copy/words/words.ts'
import { answerSchema, clean } from './answer-schema.ts'
import type { Field } from './fields.ts'
import { joinWords, type Worded } from './join-words.ts'
import type { Outcome } from './outcomes.ts'

/** Properties of a form, independent of its texts. */
interface Common {
  name: string
  table: string
  /** First letter of the references of this form. */
  prefix: string
  /** Path of the page that holds the form. */
  page: string
  /** True if the failure message ends with the contact e-mail address. */
  failureEndsWithEmail?: boolean
  /**
   * True for a mailing list, whose sign-ups are consents, confirmed and withdrawn by links in e-mails. It has one row
   * per e-mail address; a repeated sign-up gets the same response as a new one.
   */
  isList?: boolean
  /** True for a withdrawal: confirmed in a second step, repeated in its acknowledgement, completed by a refund. */
  isWithdrawal?: boolean
  /** True for a form whose leads the company accepts or declines. */
  isDecided?: boolean
  /** Fields that a link may preset, in the order of their names in the address: /contact?subject=commande. */
  presets?: readonly string[]
}

/** How the company sees and handles a lead. */
export interface DeskSettings {
  /** Name of a lead of this form at the desk and in e-mails to the company; the form's title by default. */
  deskTitle: string
  /** Field with the name of the sender's organisation, which is shown before the person's. */
  organisation?: string
  /** Fields with the person's name, in the order shown; by default name, first and last name. */
  names: readonly string[]
  /** Fields that summarize the lead, the most informative first; by default the choices and the long texts. */
  about: readonly string[]
  /** How a lead may end; none for a list. */
  outcomes: readonly Outcome[]
}

/** A form without its texts. */
export interface FormShape extends Common, Worded, Partial<Omit<DeskSettings, 'outcomes'>> {
  /** Checks several fields together. Returns an error for each invalid field, taken from `sentences`. */
  rule?: (values: Values, today: string, sentences: Readonly<Record<string, string>>) => Errors
  /** Errors that end the check: nothing else is asked then, such as of an applicant who is too young. */
  refuse?: (values: Values, today: string, sentences: Readonly<Record<string, string>>) => Errors
}

/** A form with its texts of src/content/forms. */
export interface Form extends Common, DeskSettings, ReturnType<typeof joinWords> {
  /** Shown if the submission could not be stored. */
  failure: string
  rule?: (values: Values, today: string) => Errors
  refuse?: (values: Values, today: string) => Errors
  schema: v.GenericSchema<Record<string, unknown>, Values>
}

/** Values to store, by field name; an empty optional field is null. */
export type Values = Record<string, string | number | null>
/** French error of each invalid field, in the order of the form. */
export type Errors = Record<string, string>
export type Parsed = { values: Values; errors?: undefined } | { errors: Errors; values?: undefined }

const { formulaires: phrases } = interfaceWords

/** Shown if the browser was offline before sending. */
export const OFFLINE = phrases.hors_ligne

/**
 * Declares a form.
 * @param words of src/content/forms/{name}.yaml; a missing one is replaced by a note where to write it
 */
export function defineForm(shape: FormShape, words: Words = formWords[shape.name] ?? {}): Form {
  const { rule, refuse, ...declared } = shape
  const joined = joinWords(shape, words)
  const entries = Object.entries(joined.fields).map(([key, field]) => [key, answerSchema(field)] as const)
  return {
    ...declared,
    ...joined,
    ...deskSettings(shape, joined),
    failure: shape.failureEndsWithEmail ? `${phrases.echec} ${contactEmail}` : phrases.echec,
    ...(rule && { rule: (values, today) => rule(values, today, joined.sentences) }),
    ...(refuse && { refuse: (values, today) => refuse(values, today, joined.sentences) }),
    schema: v.object(Object.fromEntries(entries)),
  }
}

/** Returns the declared properties for the company; defaults are derived from the fields. */
function deskSettings(shape: FormShape, { title, fields }: Pick<Form, 'title' | 'fields'>): DeskSettings {
  const ofKind = (...kinds: Field['kind'][]) =>
    Object.keys(fields).filter((name) => kinds.includes(fields[name]?.kind ?? 'text'))
  const names = shape.names ?? ['name', 'first_name', 'last_name'].filter((name) => name in fields)
  return {
    deskTitle: shape.deskTitle ?? title,
    names,
    about: shape.about ?? [...ofKind('choice'), ...ofKind('textarea')],
    outcomes: outcomesOf(shape),
  }
}

function outcomesOf({ isList, isWithdrawal, isDecided }: Common): Outcome[] {
  if (isList) return []
  // What the law wants refunded has no other end.
  if (isWithdrawal) return ['refunded']
  return isDecided ? ['accepted', 'declined', 'closed'] : ['closed']
}

/**
 * Validates a submission. Unknown names are ignored. Errors are in the order of the fields. The rule also runs on
 * incomplete input. A refusal stands alone, so that applicants who are too young are not asked for anything else.
 * @param today the day in Paris, AAAA-MM-JJ, for rules about age and dates
 */
export function parse(form: Form, input: Record<string, unknown>, today: string): Parsed {
  const result = v.safeParse(form.schema, input)
  const refused = form.refuse?.(result.output as Values, today) ?? {}
  if (Object.keys(refused).length > 0) return { errors: refused }
  const ruled = form.rule?.(result.output as Values, today) ?? {}
  const found: Errors = result.success ? ruled : { ...ruled, ...messages(result.issues) }
  const names = Object.keys(form.fields).filter((name) => found[name] !== undefined)
  if (names.length === 0) return { values: result.output as Values }
  return { errors: Object.fromEntries(names.map((name) => [name, found[name] as string])) }
}

/**
 * Returns the sentence above an invalid form: how many answers are missing and how many do not fit. It must not
 * blame the visitor, because a refusal for age is also shown below it.
 * @param input as given to parse
 */
export function invalidMessage(errors: Errors, input: Record<string, unknown>): string {
  const names = Object.keys(errors)
  const missing = names.filter((name) => clean(input[name]) === '').length
  const wrong = names.length - missing
  const said = [
    missing > 0 && (missing === 1 ? phrases.une_manque : fillIn(phrases.plusieurs_manquent, { nombre: missing })),
    wrong > 0 && (wrong === 1 ? phrases.une_a_voir : fillIn(phrases.plusieurs_a_voir, { nombre: wrong })),
  ].filter(Boolean)
  const sentence = said.join(' et ')
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`
}

/** When the confirmation e-mail for a sign-up is sent: never, at once, or within hours. */
export type ConfirmationMail = 'none' | 'now' | 'later'

/** Returns the message shown once the submission is stored; for a sign-up it includes the confirmation step. */
export function successMessage(form: Form, confirmation: ConfirmationMail): string {
  if (!form.isList || confirmation === 'none') return form.success
  return `${form.success} ${confirmation === 'now' ? phrases.confirmer : phrases.confirmer_plus_tard}`
}

/** Returns the first issue of each field, in the order of the form. */
function messages(issues: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): Errors {
  const said: Readonly<Record<string, readonly string[] | undefined>> = v.flatten(issues).nested ?? {}
  return Object.fromEntries(Object.entries(said).map(([name, sentences]) => [name, sentences?.[0] ?? '']))
}
