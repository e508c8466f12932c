import * as v from 'valibot'
import { fillIn, type Words } from '../copy/words/plain-words.ts'
import { formWords, interfaceWords } from '../copy/words/words.ts'
import { answerSchema, clean } from './answer-schema.ts'
import type { Field, FieldShape } from './fields.ts'
import { joinWords } from './join-words.ts'
import { type LeadState, USUAL_STATES } from './states.ts'

/** A legal basis of the RGPD (art. 6(1) a, b, c and f). */
export type LegalBasis = 'consent' | 'contract' | 'obligation' | 'interest'

/** What a form is, whatever its words say. */
interface Common {
  name: string
  table: string
  /** First letter of the references of this form. */
  prefix: string
  /** Path of the page that holds the form. */
  page: string
  /** The contact e-mail ends the failure message. */
  failureEndsWithEmail?: boolean
  /** One row for each value of this field; a second one is answered as if it were new. Only a mailing list has it. */
  uniqueBy?: string
  /** Choices that a link may make for the visitor, in the order of their names in the address: /contact?subject=commande. */
  presets?: readonly string[]
}

/** What the house sees of a lead, and does about it. */
export interface ForHouse {
  /** What the house calls a lead of this form; the form's title by default. */
  houseTitle: string
  /** Fields that name the sender, in the order in which they are said; by default name, first and last name. */
  names: readonly string[]
  /** The field by which the sender is greeted; the first of `names` by default. */
  greets?: string
  /** Fields that say what it is about, the most telling first; by default the choices and the long texts. */
  about: readonly string[]
  /** Fields that a list of leads shows; by default the names, the address and the first choice. */
  listed: readonly string[]
  /**
   * The e-mail that tells the sender that it has arrived: none for a mailing list, which asks to confirm instead;
   * 'declaration' repeats what was declared, as the law wants it of a withdrawal.
   */
  acknowledgement: 'none' | 'plain' | 'declaration'
  /** What may become of it; `USUAL_STATES` by default. */
  states: readonly LeadState[]
  /** The state that ends a lead which got what it asked for. */
  doneState: LeadState
}

/** A form without its words. */
export interface FormShape extends Common, Partial<ForHouse> {
  /** Fields by the name of their part, in the order shown. */
  parts: Readonly<Record<string, Readonly<Record<string, FieldShape>>>>
  /** True where a second step shows what was typed once more before it is stored. */
  confirms?: boolean
  /** True where the button reads something else for three seconds after a success. */
  saysSent?: boolean
  /** A rule over several fields: gives a sentence for each field at fault, which `sentences` of the form's words hold. */
  rule?: (values: Values, today: string, sentences: Readonly<Record<string, string>>) => Errors
  /** Names of the sentences that the rule says. */
  sentences?: readonly string[]
  /** Why and how long the house keeps what it collects (RGPD art. 13 and 30). */
  processing: {
    /** Each gives rights of its own. */
    legalBases: readonly LegalBasis[]
    /** Months at which the purge removes a row: after `created_at` or, on a mailing list, after the last contact. */
    retentionMonths: number
    /** True where a letter to the list is what the sign-up was for, so that the rows from before it are due once it has gone. */
    endsWithLetter?: boolean
  }
}

/** A form with its words of src/content/forms. */
export interface Form extends Common, ForHouse, ReturnType<typeof joinWords> {
  /** Shown when the submission could not be stored: the reseller form's sentence, which the other forms share. */
  failure: string
  rule?: (values: Values, today: string) => Errors
  schema: v.GenericSchema<Record<string, unknown>, Values>
}

/** Values to store, by field name; an empty optional field is null. */
export type Values = Record<string, string | number | null>
/** A French sentence for each field at fault, in the order of the form. */
export type Errors = Record<string, string>
export type Parsed = { values: Values; errors?: undefined } | { errors: Errors; values?: undefined }

const { formulaires: says } = interfaceWords

/** Shown where the browser knew before it sent that it has no connection. */
export const OFFLINE = says.hors_ligne

/**
 * Declares a form. Throws when two parts hold a field of the same name, or one has the name of a column of every lead.
 * @param words of src/content/forms/{name}.yaml; a word that is missing says where to write it
 */
export function defineForm(shape: FormShape, words: Words = formWords[shape.name] ?? {}): Form {
  const names = Object.values(shape.parts).flatMap((fields) => Object.keys(fields))
  const twice = names.find((each, index) => names.indexOf(each) < index)
  if (twice) throw new Error(`Form ${shape.name}: the field ${twice} is declared twice.`)
  const taken = names.find((each) => LEAD_COLUMNS.includes(each))
  if (taken) throw new Error(`Form ${shape.name}: every lead has a column ${taken}; give the field another name.`)
  const { rule, ...declared } = shape
  const joined = joinWords(shape, words)
  const entries = Object.entries(joined.fields).map(([key, field]) => [key, answerSchema(field)] as const)
  return {
    ...declared,
    ...joined,
    ...forHouse(shape, joined),
    failure: says.echec,
    ...(rule && { rule: (values, today) => rule(values, today, joined.sentences) }),
    schema: v.object(Object.fromEntries(entries)),
  }
}

/** Columns of the table of leads, and of a mailing list's table: a field of a form cannot have their names. */
const LEAD_COLUMNS: readonly string[] =
  `id reference form created_at submission_key notice_version page suspected_spam keep_until state note
   remind_on reminded_at version confirmed_at unsubscribed_at asked_at letters_refused`.split(/\s+/)

/** What the form declares for the house, with what follows from its fields where it declares nothing. */
function forHouse(shape: FormShape, { title, fields }: Pick<Form, 'title' | 'fields'>): ForHouse {
  const ofKind = (...kinds: Field['kind'][]) =>
    Object.keys(fields).filter((name) => kinds.includes(fields[name]?.kind ?? 'text'))
  const names = shape.names ?? ['name', 'first_name', 'last_name'].filter((name) => name in fields)
  const states = shape.states ?? USUAL_STATES
  return {
    houseTitle: shape.houseTitle ?? title,
    names,
    greets: shape.greets ?? names[0],
    about: shape.about ?? [...ofKind('choice'), ...ofKind('textarea')],
    listed: shape.listed ?? [...names, 'email', ...ofKind('choice').slice(0, 1)],
    acknowledgement: shape.acknowledgement ?? (shape.uniqueBy ? 'none' : 'plain'),
    states,
    doneState: shape.doneState ?? 'répondue',
  }
}

/**
 * Checks what was sent against the form's one description. Unknown names are ignored. The errors are in the order of the
 * fields; a rule over several says its own beside what is still missing, so that nobody who is too young writes the rest.
 * @param today the day in Paris, AAAA-MM-JJ, for rules about age and dates
 */
export function parse(form: Form, input: Record<string, unknown>, today: string): Parsed {
  const result = v.safeParse(form.schema, ownValues(form, input))
  const ruled = form.rule?.(result.output as Values, today) ?? {}
  const found: Errors = result.success ? ruled : { ...ruled, ...messages(result.issues) }
  const names = Object.keys(form.fields).filter((name) => found[name] !== undefined)
  if (names.length === 0) return { values: result.output as Values }
  return { errors: Object.fromEntries(names.map((name) => [name, found[name] as string])) }
}

function ownValues(form: Form, input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(form.fields).map((name) => [name, Object.hasOwn(input, name) ? input[name] : undefined]),
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
    missing > 0 && (missing === 1 ? says.une_manque : fillIn(says.plusieurs_manquent, { nombre: missing })),
    wrong > 0 && (wrong === 1 ? says.une_a_voir : fillIn(says.plusieurs_a_voir, { nombre: wrong })),
  ].filter(Boolean)
  const sentence = said.join(' et ')
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`
}

/** When the e-mail goes that asks a sign-up to confirm: never where none is sent, at once, or in hours. */
export type ConfirmationMail = 'none' | 'now' | 'later'

/** The message shown once the submission is stored; that of a sign-up names the last step. */
export function successMessage(form: Form, confirmation: ConfirmationMail): string {
  if (!form.uniqueBy || confirmation === 'none') return form.success
  return `${form.success} ${confirmation === 'now' ? says.confirmer : says.confirmer_plus_tard}`
}

/** The message shown when the submission could not be stored. */
export function failureMessage(form: Form, contactEmail: string): string {
  return form.failureEndsWithEmail ? `${form.failure} ${contactEmail}` : form.failure
}

/** What valibot says of each field, first of all: it goes through the fields in the order of the form. */
function messages(issues: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): Errors {
  const said: Readonly<Record<string, readonly string[] | undefined>> = v.flatten(issues).nested ?? {}
  return Object.fromEntries(Object.entries(said).map(([name, sentences]) => [name, sentences?.[0] ?? '']))
}
